import { TextField } from '../../../shared/form/field.tsx';
import type { FormErrors } from '../../../shared/form/form-errors.ts';
import { textOf } from '../../../shared/form/use-form.ts';
import { useUser } from '../../shell/session/require-session.tsx';
import { DialogForm } from '../../ui/dialog/dialog-form.tsx';
import { useDeleteMe } from './data-queries.ts';

type DeleteDialogProps = { open: boolean; wholeAccount: boolean; onClose: () => void };

/** The page is left: until it is, the dialog stays and its button is busy. */
const untilThePageIsLeft = new Promise<never>(() => {});

/** The last question: only who types their own address is believed. */
export function DeleteDialog({ open, wholeAccount, onClose }: DeleteDialogProps) {
  const { email } = useUser();
  const remove = useDeleteMe();
  const check = (typed: string): FormErrors =>
    typed.toLowerCase() === email.toLowerCase() ? {} : { confirm: 'Type your email address exactly as shown' };
  return (
    <DialogForm
      open={open}
      onClose={onClose}
      title={wholeAccount ? 'Delete your account and everything in it?' : 'Delete your account?'}
      cancel={wholeAccount ? 'Keep account' : 'Stay'}
      submit="Delete forever"
      kind="fail-solid"
      busy={remove.isPending || remove.isSuccess}
      fields={[]}
      faultTitle="Nothing was deleted"
      fallback="Check the connection and try again."
      read={(data) => textOf(data, 'confirm').trim()}
      check={check}
      send={async (typed) => {
        await remove.mutateAsync(typed);
        await untilThePageIsLeft;
      }}
    >
      {({ errors, fault }) => (
        <>
          <p className="muted">This cannot be undone. Export your data first if you may need it.</p>
          <TextField label={`Type ${email} to confirm`} name="confirm" type="email" autoComplete="off" error={errors.confirm} />
          {fault}
        </>
      )}
    </DialogForm>
  );
}
