import { type OperatorAccount, OperatorGrantInput, operatorEndpoints, operatorLimits } from '@clearframe/contract';
import { call } from '../../shared/api/api.ts';
import { TextField } from '../../shared/form/field.tsx';
import { errorsFromIssues } from '../../shared/form/form-errors.ts';
import { textOf } from '../../shared/form/use-form.ts';
import { formatCount } from '../../shared/format/format.ts';
import { useToast } from '../../shared/ui/toast.tsx';
import { DialogForm } from '../ui/dialog/dialog-form.tsx';
import { useReadAgain } from './operator-queries.ts';

/** Frames for one month beside what the account has, and why. */
export function GrantDialog({ account, onClose }: { account: OperatorAccount | null; onClose: () => void }) {
  const toast = useToast();
  const readAgain = useReadAgain();
  return (
    <DialogForm
      open={account !== null}
      onClose={onClose}
      title={`Grant frames to ${account?.name ?? ''}`}
      submit="Grant frames"
      fields={['frames', 'reason']}
      fallback="Could not grant frames"
      read={(data) => ({ frames: Number(textOf(data, 'frames') || Number.NaN), reason: textOf(data, 'reason') })}
      check={(input) => errorsFromIssues(OperatorGrantInput.safeParse(input).error?.issues ?? [])}
      send={async (body) => {
        if (!account) return;
        const granted = await call(operatorEndpoints.operatorGrant, { params: { id: account.id }, body });
        toast(`${formatCount(body.frames)} frames granted. ${account.name} has ${formatCount(granted.frames_left)} left.`);
        await readAgain();
      }}
    >
      {({ errors, fault }) => (
        <>
          {fault}
          <TextField
            label="Frames"
            name="frames"
            type="number"
            inputMode="numeric"
            min={1}
            max={operatorLimits.framesMax}
            autoFocus
            hint="For one month, on top of the plan."
            error={errors.frames}
          />
          <TextField
            label="Reason"
            name="reason"
            maxLength={operatorLimits.reasonMaxLength}
            hint="The account's owner can read it."
            error={errors.reason}
          />
        </>
      )}
    </DialogForm>
  );
}
