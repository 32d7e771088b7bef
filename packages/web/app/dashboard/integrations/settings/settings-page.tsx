import {
  type DoorSettings,
  type DoorSettingsInput,
  DoorSettings as DoorSettingsShape,
  doorsEndpoints,
} from '@clearframe/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router';
import { call } from '../../../shared/api/api.ts';
import { textOf, useForm } from '../../../shared/form/use-form.ts';
import { Banner } from '../../../shared/ui/banner.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { useToast } from '../../../shared/ui/toast.tsx';
import { LoadFault } from '../../ui/load-fault.tsx';
import pageHeaderStyles from '../../ui/page-header.module.css';
import scopesStyles from '../../ui/scopes.module.css';
import { Skeleton } from '../../ui/skeleton.tsx';
import { changedFields } from '../parts/changed-fields.ts';
import { SelectField } from '../parts/select-field.tsx';
import { doorSettingsQuery } from './door-settings-query.ts';
import styles from './settings.module.css';

/** Settings of all doors: how they answer, and what is kept of their checks. */
export function SettingsPage() {
  const settings = useQuery(doorSettingsQuery);
  return (
    <>
      <div className={pageHeaderStyles.header}>
        <p>
          How Clearframe answers other software. A checker can have its own rules.{' '}
          <Link className="link" to="/docs/guides/integrations" reloadDocument>
            Software that fits
          </Link>
        </p>
      </div>
      {settings.isError && !settings.data ? <LoadFault title="Failed to load the settings" query={settings} /> : null}
      {settings.isPending ? (
        <section aria-busy="true" aria-label="Loading settings">
          <Skeleton shape="block" />
        </section>
      ) : null}
      {settings.data ? <SettingsForm settings={settings.data} /> : null}
    </>
  );
}

const keeps = [
  ['none', 'Keep nothing'],
  ['flagged', 'Keep what is flagged or needs a look'],
  ['all', 'Keep everything'],
] as const;
const onReviews = [
  ['pass', 'Say that it passes'],
  ['flag', 'Say that it is flagged'],
] as const;
const onMisskeyErrors = [
  ['error', 'Answer an error, which Misskey takes for harmless'],
  ['flag', 'Answer that the image is sensitive'],
] as const;

const read = (data: FormData, before: DoorSettings): DoorSettings => {
  const { shape } = DoorSettingsShape;
  return {
    keep: shape.keep.safeParse(textOf(data, 'keep')).data ?? before.keep,
    on_review: shape.on_review.safeParse(textOf(data, 'on_review')).data ?? before.on_review,
    misskey_on_error: shape.misskey_on_error.safeParse(textOf(data, 'misskey_on_error')).data ?? before.misskey_on_error,
    mcp_decisions: data.get('mcp_decisions') !== null,
  };
};

function SettingsForm({ settings }: { settings: DoorSettings }) {
  const queries = useQueryClient();
  const toast = useToast();
  const save = useMutation({
    mutationFn: (body: DoorSettingsInput) => call(doorsEndpoints.saveDoorSettings, { body }),
    onSuccess: ({ door_settings: saved }) => queries.setQueryData(doorSettingsQuery.queryKey, saved),
  });
  const { form, failure, busy, submit } = useForm<DoorSettings>({
    fields: [],
    fallback: 'Try again.',
    read: (data) => read(data, settings),
    check: () => ({}),
    // Only what was changed here: another page may have changed the rest.
    send: async (input) => {
      await save.mutateAsync(changedFields(settings, input));
      toast('Settings saved');
    },
  });
  return (
    <section className="card" aria-label="Settings">
      <form ref={form} className={`card-body ${styles.form}`} method="post" noValidate onSubmit={(event) => void submit(event)}>
        <SelectField
          label="Content Review"
          name="keep"
          hint="Kept checks become items that people can decide about."
          options={keeps}
          defaultValue={settings.keep}
        />
        <SelectField
          label="When a person should look"
          name="on_review"
          hint="For software that only knows yes and no."
          options={onReviews}
          defaultValue={settings.on_review}
        />
        <SelectField
          label="When Misskey’s image could not be judged"
          name="misskey_on_error"
          options={onMisskeyErrors}
          defaultValue={settings.misskey_on_error}
        />
        <label className={scopesStyles.scope}>
          <input type="checkbox" name="mcp_decisions" defaultChecked={settings.mcp_decisions} />
          <span>
            Let agents decide
            <small>A token with the scope Decide may then pass and fail items through MCP.</small>
          </span>
        </label>
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
