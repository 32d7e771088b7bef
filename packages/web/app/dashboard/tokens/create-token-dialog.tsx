import { type AccessToken, CreateTokenInput, limits, messages } from '@clearframe/contract';
import { TextField } from '../../shared/form/field.tsx';
import { errorsFromIssues } from '../../shared/form/form-errors.ts';
import { textOf } from '../../shared/form/use-form.ts';
import { DialogForm } from '../ui/dialog/dialog-form.tsx';
import { readTokenOptions, TokenOptions } from './token-options.tsx';
import { useCreateToken } from './use-tokens.ts';

type CreateTokenDialogProps = { open: boolean; onClose: () => void; onCreated: (token: AccessToken) => void };

/** Asks for a name, and who wants for scopes and an expiry, and creates the token; a refusal stands under the field. */
export function CreateTokenDialog({ open, onClose, onCreated }: CreateTokenDialogProps) {
  const create = useCreateToken(onCreated);
  return (
    <DialogForm
      open={open}
      onClose={onClose}
      title="Create token"
      submit="Create token"
      fields={[]}
      refusedAt="name"
      fallback={messages.createTokenFailed}
      read={(data) => ({ name: textOf(data, 'name'), ...readTokenOptions(data) })}
      // One thing at a time: the name first.
      check={(input) => errorsFromIssues(CreateTokenInput.safeParse(input).error?.issues.slice(0, 1) ?? [])}
      send={async (input) => void (await create.mutateAsync(input))}
    >
      {({ errors }) => (
        <>
          <TextField
            label="Name"
            name="name"
            placeholder="Where will you use it?"
            autoComplete="off"
            maxLength={limits.tokenNameMaxLength}
            autoFocus
            error={errors.name}
          />
          <TokenOptions error={errors.scopes ?? null} />
        </>
      )}
    </DialogForm>
  );
}
