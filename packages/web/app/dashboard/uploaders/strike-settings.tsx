import { AuthorSettings } from '@clearframe/contract';
import { useQuery } from '@tanstack/react-query';
import { TextField } from '../../shared/form/field.tsx';
import { errorsFromIssues } from '../../shared/form/form-errors.ts';
import { textOf, useForm } from '../../shared/form/use-form.ts';
import { Banner } from '../../shared/ui/banner.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { useToast } from '../../shared/ui/toast.tsx';
import { useMay } from '../shell/role/use-may.ts';
import { LoadFault } from '../ui/load-fault.tsx';
import toolsStyles from '../ui/tools.module.css';
import { strikeSettingsQuery, useSaveStrikeSettings } from './uploader-queries.ts';

/** When strikes act by themselves: the owner sets it, everybody else reads it. */
export function StrikeSettings() {
  const settings = useQuery(strikeSettingsQuery);
  const mayManage = useMay('trust.manage') === true;
  if (settings.isError) return <LoadFault title="Failed to load the strike settings" query={settings} />;
  if (!settings.data) return null;
  return (
    <section className="card" aria-labelledby="strikes-h">
      <div className="card-header">
        <h2 id="strikes-h">Strikes</h2>
      </div>
      <div className="card-body stack-3">
        <p className="muted">A Fail counts as a strike unless its reason says otherwise. Undoing the Fail takes it back.</p>
        {mayManage ? <SettingsForm settings={settings.data} /> : <p>{settingsWords(settings.data)}</p>}
      </div>
    </section>
  );
}

const at = (strikes: number) => (strikes === 0 ? 'never' : `from ${strikes}`);

/** "Strikes last 90 days. Watched from 3, blocked never." */
const settingsWords = ({ strike_days: days, strikes_to_watch: watch, strikes_to_block: block }: AuthorSettings): string =>
  `Strikes last ${days} days. Watched ${at(watch)}, blocked ${at(block)}.`;

const fields = [
  ['strike_days', 'Days a strike lasts'],
  ['strikes_to_watch', 'Strikes to watch, 0 = never'],
  ['strikes_to_block', 'Strikes to block, 0 = never'],
] as const;

function SettingsForm({ settings }: { settings: AuthorSettings }) {
  const save = useSaveStrikeSettings();
  const toast = useToast();
  const { form, errors, failure, busy, submit } = useForm<AuthorSettings>({
    fields: fields.map(([name]) => name),
    fallback: 'Try again.',
    read: (data) => ({
      strike_days: Number(textOf(data, 'strike_days')),
      strikes_to_watch: Number(textOf(data, 'strikes_to_watch')),
      strikes_to_block: Number(textOf(data, 'strikes_to_block')),
    }),
    check: (input) => errorsFromIssues(AuthorSettings.safeParse(input).error?.issues ?? []),
    send: async (input) => {
      await save.mutateAsync(input);
      toast('Strike settings saved');
    },
  });
  return (
    <form ref={form} method="post" noValidate onSubmit={(event) => void submit(event)}>
      <div className={toolsStyles.tools}>
        {fields.map(([name, label]) => (
          <TextField
            key={name}
            label={label}
            name={name}
            type="number"
            inputMode="numeric"
            min={name === 'strike_days' ? 1 : 0}
            defaultValue={settings[name]}
            error={errors[name]}
          />
        ))}
        <Button type="submit" busy={busy}>
          Save
        </Button>
      </div>
      {failure === null ? null : (
        <Banner kind="error" title="Could not save the settings">
          {failure}
        </Banner>
      )}
    </form>
  );
}
