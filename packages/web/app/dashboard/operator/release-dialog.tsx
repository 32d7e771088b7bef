import { type OperatorHold, OperatorReasonInput, operatorLimits } from '@clearframe/contract';
import { TextField } from '../../shared/form/field.tsx';
import { errorsFromIssues } from '../../shared/form/form-errors.ts';
import { textOf } from '../../shared/form/use-form.ts';
import { useToast } from '../../shared/ui/toast.tsx';
import { DialogForm } from '../ui/dialog/dialog-form.tsx';
import { useReadAgain } from './operator-queries.ts';

type ReleaseDialogProps = {
  hold: OperatorHold | null;
  onClose: () => void;
  release: (id: string, reason: string) => Promise<unknown>;
};

/** Lifts a hold, with a reason. */
export function ReleaseDialog({ hold, onClose, release }: ReleaseDialogProps) {
  const toast = useToast();
  const readAgain = useReadAgain();
  return (
    <DialogForm
      open={hold !== null}
      onClose={onClose}
      title="Release the item"
      submit="Release"
      fields={['reason']}
      fallback="Could not release the item"
      read={(data) => ({ reason: textOf(data, 'reason') })}
      check={(input) => errorsFromIssues(OperatorReasonInput.safeParse(input).error?.issues ?? [])}
      send={async ({ reason }) => {
        if (!hold) return;
        await release(hold.media_id, reason);
        toast('The legal hold is lifted');
        await readAgain();
      }}
    >
      {({ errors, fault }) => (
        <>
          {fault}
          <p className="muted">The account can see and delete the item again.</p>
          <TextField label="Reason" name="reason" maxLength={operatorLimits.reasonMaxLength} autoFocus error={errors.reason} />
        </>
      )}
    </DialogForm>
  );
}
