import { type ChatHook, CreateChatHookInput, chatEvents, limits, UpdateChatHookInput } from '@clearframe/contract';
import { useId } from 'react';
import { FieldError, TextField } from '../../../shared/form/field.tsx';
import { errorsFromIssues, type FormErrors } from '../../../shared/form/form-errors.ts';
import { textOf } from '../../../shared/form/use-form.ts';
import { DialogForm } from '../../ui/dialog/dialog-form.tsx';
import scopesStyles from '../../ui/scopes.module.css';
import { changedFields } from '../parts/changed-fields.ts';
import { SelectField } from '../parts/select-field.tsx';
import { eventWords, kindWords } from './chat-words.ts';
import { useCreateChat, useUpdateChat } from './use-chats.ts';

type ChatDialogProps = {
  /** The chat to change; `new` adds one, null = closed. */
  subject: ChatHook | 'new' | null;
  onClose: () => void;
  onDone: (name: string) => void;
};

const fields = ['name', 'url', 'events', 'digest_minutes'];
const kinds = Object.entries(kindWords);
const minutesFault = 'Enter 0 to 1,440 whole minutes.';

const read = (data: FormData) => {
  const minutes = textOf(data, 'digest_minutes').trim();
  return {
    name: textOf(data, 'name'),
    url: textOf(data, 'url').trim(),
    events: chatEvents.filter((event) => data.getAll('events').includes(event)),
    digest_minutes: minutes === '' ? Number.NaN : Number(minutes),
    kind: textOf(data, 'kind') === 'discord' ? ('discord' as const) : ('slack' as const),
  };
};
type Draft = ReturnType<typeof read>;

/** An address that is left empty stays as it is. */
const changeOf = ({ kind: _kind, url, ...rest }: Draft) => (url === '' ? rest : { ...rest, url });

function faultsOf(draft: Draft, edited: ChatHook | null): FormErrors {
  const parsed = edited ? UpdateChatHookInput.safeParse(changeOf(draft)) : CreateChatHookInput.safeParse(draft);
  const issues = parsed.error?.issues ?? [];
  return errorsFromIssues(
    issues.map(({ path, message }) => ({ path, message: path[0] === 'digest_minutes' ? minutesFault : message })),
  );
}

/** Adds a channel of Slack or Discord, or changes one. */
export function ChatDialog({ subject, onClose, onDone }: ChatDialogProps) {
  const create = useCreateChat();
  const update = useUpdateChat();
  const edited = subject === 'new' ? null : subject;
  return (
    <DialogForm
      open={subject !== null}
      onClose={onClose}
      title={edited ? `Change “${edited.name}”` : 'Add chat'}
      submit={edited ? 'Save chat' : 'Add chat'}
      fields={fields}
      faultTitle="Could not save the chat"
      fallback="Try again."
      read={read}
      check={(draft) => faultsOf(draft, edited)}
      send={async (draft) => {
        if (edited) {
          const body = changedFields(edited, changeOf(draft));
          if (Object.keys(body).length > 0) await update.mutateAsync({ id: edited.id, body });
        } else await create.mutateAsync(CreateChatHookInput.parse(draft));
        onDone(draft.name.trim());
      }}
    >
      {({ errors, fault }) => (
        <>
          {edited ? null : <SelectField label="Chat" name="kind" options={kinds} defaultValue="slack" />}
          <TextField
            label="Name"
            name="name"
            placeholder="Which channel is it?"
            autoComplete="off"
            autoFocus
            maxLength={limits.chatHookNameMaxLength}
            defaultValue={edited?.name ?? ''}
            error={errors.name}
          />
          <TextField
            label={edited ? 'New webhook address' : 'Webhook address'}
            name="url"
            optional={edited !== null}
            type="url"
            inputMode="url"
            placeholder="https://"
            autoComplete="off"
            spellCheck={false}
            hint={edited ? 'Left empty, the address stays.' : 'Slack and Discord give it out for a channel.'}
            error={errors.url}
          />
          <Events chosen={edited?.events ?? chatEvents} error={errors.events} />
          <TextField
            label="Minutes between messages"
            name="digest_minutes"
            inputMode="numeric"
            autoComplete="off"
            hint="0 sends a message for each item."
            defaultValue={edited?.digest_minutes ?? 15}
            error={errors.digest_minutes}
          />
          {fault}
        </>
      )}
    </DialogForm>
  );
}

function Events({ chosen, error }: { chosen: readonly string[]; error: string | undefined }) {
  const id = useId();
  return (
    <fieldset className={scopesStyles.scopes}>
      <legend>Tell of items that are</legend>
      {chatEvents.map((event) => (
        <label key={event} className={scopesStyles.scope}>
          <input
            type="checkbox"
            name="events"
            value={event}
            defaultChecked={chosen.includes(event)}
            aria-invalid={error ? true : undefined}
            aria-describedby={error ? id : undefined}
          />
          <span>{eventWords[event]}</span>
        </label>
      ))}
      <FieldError id={id} message={error} />
    </fieldset>
  );
}
