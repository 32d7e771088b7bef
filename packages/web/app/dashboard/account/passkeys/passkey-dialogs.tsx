import { limits, messages, type Passkey, PasskeyNameInput, passkeysEndpoints } from '@clearframe/contract';
import { call } from '../../../shared/api/api.ts';
import { TextField } from '../../../shared/form/field.tsx';
import { errorsFromIssues } from '../../../shared/form/form-errors.ts';
import { textOf } from '../../../shared/form/use-form.ts';
import { addPasskey } from '../../../shared/passkey/use-passkey.ts';
import { useConfirmed } from '../../shell/confirm/confirm-provider.tsx';
import { AskDialog } from '../../ui/dialog/ask-dialog.tsx';
import { DialogForm } from '../../ui/dialog/dialog-form.tsx';

type PasskeyNameDialogProps = {
  open: boolean;
  title: string;
  /** What the button does. */
  action: string;
  hint: string;
  start: string;
  onName: (name: string) => Promise<void>;
  onClose: () => void;
};

/** Asks for the name of a passkey. */
function PasskeyNameDialog({ action, hint, start, onName, ...dialog }: PasskeyNameDialogProps) {
  return (
    <DialogForm
      {...dialog}
      submit={action}
      fields={[]}
      fallback={messages.anErrorOccurred}
      read={(data) => ({ name: textOf(data, 'name').trim() })}
      check={(input) => errorsFromIssues(PasskeyNameInput.safeParse(input).error?.issues ?? [])}
      send={({ name }) => onName(name)}
    >
      {({ errors, fault }) => (
        <>
          {fault}
          <TextField
            label="Name"
            name="name"
            autoComplete="off"
            maxLength={limits.passkeyNameMaxLength}
            autoFocus
            hint={hint}
            error={errors.name}
            defaultValue={start}
          />
        </>
      )}
    </DialogForm>
  );
}

type AddPasskeyDialogProps = { open: boolean; onClose: () => void; onAdded: (passkey: Passkey) => void };

/** Names a passkey and has the browser make it. */
export function AddPasskeyDialog({ onAdded, ...dialog }: AddPasskeyDialogProps) {
  const confirmed = useConfirmed();
  return (
    <PasskeyNameDialog
      {...dialog}
      title="Add a passkey"
      action="Continue"
      hint="A name that you will recognise, such as the device. Your browser does the rest."
      start=""
      onName={async (name) => onAdded(await confirmed(() => addPasskey(name)))}
    />
  );
}

/** The passkey that is asked about; null = closed. */
type PasskeyDialogProps = { passkey: Passkey | null; onClose: () => void; onDone: (passkey: Passkey) => void };

/** Gives a passkey another name. */
export function RenamePasskeyDialog({ passkey, onClose, onDone }: PasskeyDialogProps) {
  const confirmed = useConfirmed();
  const rename = async (name: string) => {
    if (!passkey) return;
    const change = { params: { id: passkey.id }, body: { name } };
    onDone((await confirmed(() => call(passkeysEndpoints.renamePasskey, change))).passkey);
  };
  return (
    <PasskeyNameDialog
      open={passkey !== null}
      title={`Rename “${passkey?.name ?? ''}”`}
      action="Save name"
      hint="Only you see it."
      start={passkey?.name ?? ''}
      onName={rename}
      onClose={onClose}
    />
  );
}

/** Asks before a passkey signs nobody in any more. */
export function RemovePasskeyDialog({ passkey, onClose, onDone }: PasskeyDialogProps) {
  const confirmed = useConfirmed();
  const remove = async () => {
    if (!passkey) return;
    await confirmed(() => call(passkeysEndpoints.removePasskey, { params: { id: passkey.id } }));
    onDone(passkey);
  };
  return (
    <AskDialog
      about={passkey?.id}
      open={passkey !== null}
      onClose={onClose}
      title={`Remove “${passkey?.name ?? ''}”?`}
      keep="Keep passkey"
      act="Remove passkey"
      onAct={remove}
    >
      <p className="muted">Nobody can sign in with it any more. Your device may offer it until you delete it there too.</p>
    </AskDialog>
  );
}
