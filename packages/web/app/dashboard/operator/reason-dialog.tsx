import { OperatorReasonInput, operatorLimits } from '@clearframe/contract';
import { TextField } from '../../shared/form/field.tsx';
import { errorsFromIssues } from '../../shared/form/form-errors.ts';
import { textOf } from '../../shared/form/use-form.ts';
import { useToast } from '../../shared/ui/toast.tsx';
import { DialogForm } from '../ui/dialog/dialog-form.tsx';
import { useReadAgain } from './operator-queries.ts';

/** An act that needs a reason and nothing else. */
export type ReasonedAct = {
  title: string;
  submit: string;
  /** Shown where the server gave no sentence of its own. */
  fallback: string;
  /** What follows from it. */
  effect: string;
  /** Who reads the reason. */
  hint?: string;
  done: string;
  send: (reason: string) => Promise<unknown>;
};

/** Asks why before it acts; null = closed. */
export function ReasonDialog({ act, onClose }: { act: ReasonedAct | null; onClose: () => void }) {
  const toast = useToast();
  const readAgain = useReadAgain();
  return (
    <DialogForm
      open={act !== null}
      onClose={onClose}
      title={act?.title ?? ''}
      submit={act?.submit ?? ''}
      fields={['reason']}
      fallback={act?.fallback ?? ''}
      read={(data) => ({ reason: textOf(data, 'reason') })}
      check={(input) => errorsFromIssues(OperatorReasonInput.safeParse(input).error?.issues ?? [])}
      send={async ({ reason }) => {
        if (!act) return;
        await act.send(reason);
        toast(act.done);
        await readAgain();
      }}
    >
      {({ errors, fault }) => (
        <>
          {fault}
          <p className="muted">{act?.effect}</p>
          <TextField
            label="Reason"
            name="reason"
            maxLength={operatorLimits.reasonMaxLength}
            autoFocus
            hint={act?.hint}
            error={errors.reason}
          />
        </>
      )}
    </DialogForm>
  );
}
