import { OperatorHoldInput, operatorEndpoints, operatorLimits } from '@clearframe/contract';
import { call } from '../../shared/api/api.ts';
import { TextField } from '../../shared/form/field.tsx';
import { errorsFromIssues } from '../../shared/form/form-errors.ts';
import { textOf } from '../../shared/form/use-form.ts';
import { useToast } from '../../shared/ui/toast.tsx';
import { DialogForm } from '../ui/dialog/dialog-form.tsx';
import { useReadAgain } from './operator-queries.ts';

/** Places an item under legal hold by its id. */
export function HoldDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const toast = useToast();
  const readAgain = useReadAgain();
  return (
    <DialogForm
      open={open}
      onClose={onClose}
      title="Hold an item"
      submit="Hold"
      fields={['media_id', 'reason']}
      fallback="Could not hold the item"
      read={(data) => ({ media_id: textOf(data, 'media_id').trim(), reason: textOf(data, 'reason') })}
      check={(input) => errorsFromIssues(OperatorHoldInput.safeParse(input).error?.issues ?? [])}
      send={async (body) => {
        await call(operatorEndpoints.operatorHold, { body });
        toast('The item is under legal hold');
        await readAgain();
      }}
    >
      {({ errors, fault }) => (
        <>
          {fault}
          <p className="muted">Nothing deletes a held item, and nobody is served its picture.</p>
          <TextField
            label="Item id"
            name="media_id"
            autoComplete="off"
            autoFocus
            hint="The last part of the address of its page."
            error={errors.media_id}
          />
          <TextField
            label="Reason"
            name="reason"
            maxLength={operatorLimits.reasonMaxLength}
            hint="For operators. The account never sees it."
            error={errors.reason}
          />
        </>
      )}
    </DialogForm>
  );
}
