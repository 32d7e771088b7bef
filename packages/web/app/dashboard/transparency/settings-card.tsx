import { type TransparencySettings, TransparencySettingsChange, transparencyEndpoints } from '@clearframe/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router';
import { call } from '../../shared/api/api.ts';
import { keys } from '../../shared/api/keys.ts';
import { TextField } from '../../shared/form/field.tsx';
import { textOf, useForm } from '../../shared/form/use-form.ts';
import { Banner } from '../../shared/ui/banner.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { useToast } from '../../shared/ui/toast.tsx';
import scopesStyles from '../ui/scopes.module.css';
import styles from './transparency.module.css';
import { settingsQuery } from './transparency-queries.ts';

const fields = ['api_url', 'api_token', 'territorial_scope', 'content_language'];
const typed = { autoComplete: 'off', spellCheck: false } as const;

const codesOf = (text: string) =>
  text
    .toUpperCase()
    .split(/[\s,;]+/)
    .filter(Boolean);

/** An empty token stays as it is. */
function read(data: FormData): TransparencySettingsChange {
  const token = textOf(data, 'api_token').trim();
  return {
    enabled: data.get('enabled') !== null,
    api_url: textOf(data, 'api_url').trim(),
    ...(token === '' ? {} : { api_token: token }),
    territorial_scope: codesOf(textOf(data, 'territorial_scope')),
    content_language: textOf(data, 'content_language').trim().toUpperCase() || null,
  };
}

function faultsOf(change: TransparencySettingsChange): Record<string, string> {
  const { error } = TransparencySettingsChange.safeParse(change);
  return Object.fromEntries((error?.issues ?? []).map(({ path, message }) => [String(path[0]), message]));
}

/** Where statements are sent, and for whom. The token is stored sealed and never shown. */
export function SettingsCard({ settings }: { settings: TransparencySettings }) {
  const queries = useQueryClient();
  const toast = useToast();
  const save = useMutation({
    mutationFn: (body: TransparencySettingsChange) => call(transparencyEndpoints.saveTransparencySettings, { body }),
    onSuccess: ({ transparency_settings: saved }) => {
      queries.setQueryData(settingsQuery.queryKey, saved);
      void queries.invalidateQueries({ queryKey: keys.transparency.previews });
    },
  });
  const { form, errors, failure, busy, submit } = useForm<TransparencySettingsChange>({
    fields,
    fallback: 'Try again.',
    read,
    check: faultsOf,
    send: async (change) => {
      await save.mutateAsync(change);
      toast('Settings saved');
    },
  });
  return (
    <section className="card" aria-labelledby="settings">
      <div className="card-header">
        <h2 id="settings">Settings</h2>
        <Link className="link" to="/docs/guides/eu-transparency-database" reloadDocument>
          Guide
        </Link>
      </div>
      <form ref={form} className={`card-body ${styles.form}`} method="post" noValidate onSubmit={(event) => void submit(event)}>
        <label className={scopesStyles.scope}>
          <input type="checkbox" name="enabled" defaultChecked={settings.enabled} />
          <span>
            Report to the EU database
            <small>Nothing is sent until you press Send.</small>
          </span>
        </label>
        <TextField
          {...typed}
          label="Address"
          name="api_url"
          type="url"
          inputMode="url"
          defaultValue={settings.api_url}
          hint="Begin with the sandbox that the Commission gave you."
          error={errors.api_url}
        />
        <TextField
          {...typed}
          key={settings.has_token ? 'stored' : 'none'}
          label={settings.has_token ? 'New API token' : 'API token'}
          name="api_token"
          type="password"
          autoComplete="new-password"
          optional={settings.has_token}
          hint={settings.has_token ? 'A token is stored. Left empty, it stays.' : 'Sealed on this server and never shown again.'}
          error={errors.api_token}
        />
        <TextField
          {...typed}
          label="Countries"
          name="territorial_scope"
          optional
          defaultValue={settings.territorial_scope.join(', ')}
          hint="Codes of the EEA where your restrictions hold, such as DE, FR."
          error={errors.territorial_scope}
        />
        <TextField
          {...typed}
          label="Language"
          name="content_language"
          optional
          maxLength={2}
          defaultValue={settings.content_language ?? ''}
          hint="Two letters, such as EN."
          error={errors.content_language}
        />
        {failure === null ? null : (
          <Banner kind="error" title="Could not save the settings">
            {failure}
          </Banner>
        )}
        <Button kind="primary" type="submit" busy={busy}>
          Save settings
        </Button>
      </form>
    </section>
  );
}
