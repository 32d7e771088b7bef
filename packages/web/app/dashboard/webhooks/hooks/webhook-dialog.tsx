import { defaultWebhookEvents, messages, type Webhook, webhookEvents, webhookUrlFault } from '@clearframe/contract';
import { useId } from 'react';
import { FieldError, TextField } from '../../../shared/form/field.tsx';
import type { FormErrors } from '../../../shared/form/form-errors.ts';
import { textOf } from '../../../shared/form/use-form.ts';
import { DialogForm } from '../../ui/dialog/dialog-form.tsx';
import scopesStyles from '../../ui/scopes.module.css';
import { eventWords } from './event-words.ts';
import { useCreateWebhook, useUpdateWebhook } from './use-webhooks.ts';

type WebhookDialogProps = {
  /** 'new', or the hook to edit; null keeps it closed. */
  subject: 'new' | Webhook | null;
  onClose: () => void;
  onDone: (what: 'created' | 'changed') => void;
};

const read = (data: FormData) => ({
  webhookUrl: textOf(data, 'webhookUrl').trim(),
  events: webhookEvents.filter((event) => data.getAll('events').includes(event)),
});
type Draft = ReturnType<typeof read>;

/** An address that stays was accepted when it was saved, with the exceptions that the operator made. */
function faultsOf({ webhookUrl, events }: Draft, edited: Webhook | null): FormErrors {
  const fault = webhookUrl === edited?.webhookUrl ? null : webhookUrlFault(webhookUrl);
  return {
    ...(fault === null ? {} : { webhookUrl: fault }),
    ...(events.length === 0 ? { events: 'Choose at least one event.' } : {}),
  };
}

/** What is another than before: an address that is sent again asks for a proof. */
const changeOf = ({ webhookUrl, events }: Draft, edited: Webhook) => ({
  ...(webhookUrl === edited.webhookUrl ? {} : { webhookUrl }),
  ...(events.join() === edited.events.join() ? {} : { events }),
});

/** Asks for the address and the events of a new hook, or for others of one. */
export function WebhookDialog({ subject, onClose, onDone }: WebhookDialogProps) {
  const edited = subject === 'new' ? null : subject;
  const create = useCreateWebhook(() => onDone('created'));
  const update = useUpdateWebhook(() => onDone('changed'));
  const title = edited === null ? 'Create webhook' : 'Edit webhook';
  return (
    <DialogForm
      open={subject !== null}
      onClose={onClose}
      title={title}
      submit={edited === null ? title : 'Save changes'}
      sending="Saving…"
      fields={[]}
      refusedAt="webhookUrl"
      fallback={edited === null ? messages.createWebhookFailed : messages.updateWebhookFailed}
      ready={(data) => read(data).webhookUrl !== ''}
      read={read}
      check={(draft) => faultsOf(draft, edited)}
      send={async (draft) => {
        if (edited === null) await create.mutateAsync(draft);
        else {
          const body = changeOf(draft, edited);
          if (Object.keys(body).length > 0) await update.mutateAsync({ id: edited.id, body });
        }
      }}
    >
      {({ errors }) => (
        <>
          <TextField
            label="Webhook URL"
            name="webhookUrl"
            type="url"
            inputMode="url"
            placeholder="https://"
            autoComplete="off"
            spellCheck={false}
            autoFocus
            error={errors.webhookUrl}
            hint="A public address. We don’t follow redirects."
            defaultValue={edited?.webhookUrl ?? ''}
          />
          <Events chosen={edited?.events ?? defaultWebhookEvents} error={errors.events} />
        </>
      )}
    </DialogForm>
  );
}

function Events({ chosen, error }: { chosen: readonly string[]; error: string | undefined }) {
  const id = useId();
  return (
    <fieldset className={scopesStyles.scopes}>
      <legend>Events</legend>
      {webhookEvents.map((event) => (
        <label key={event} className={scopesStyles.scope}>
          <input
            type="checkbox"
            name="events"
            value={event}
            defaultChecked={chosen.includes(event)}
            aria-invalid={error ? true : undefined}
            aria-describedby={error ? id : undefined}
          />
          <span>
            {eventWords[event]}
            <small className="dim block mono">{event}</small>
          </span>
        </label>
      ))}
      <FieldError id={id} message={error} />
    </fieldset>
  );
}
