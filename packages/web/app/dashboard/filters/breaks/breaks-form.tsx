import { ExposureSettings, exposureEndpoints } from '@clearframe/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../shared/api/api.ts';
import { keys } from '../../../shared/api/keys.ts';
import { TextField } from '../../../shared/form/field.tsx';
import { errorsFromIssues } from '../../../shared/form/form-errors.ts';
import { textOf, useForm } from '../../../shared/form/use-form.ts';
import { Banner } from '../../../shared/ui/banner.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { useToast } from '../../../shared/ui/toast.tsx';
import { exposureSettingsQuery } from '../../shell/care/exposure-queries.ts';
import scopesStyles from '../../ui/scopes.module.css';
import toolsStyles from '../../ui/tools.module.css';

const numbers = [
  ['per_hour', 'Reveals an hour, 0 = no limit', 0],
  ['per_day', 'Reveals a day, 0 = no limit', 0],
  ['break_minutes', 'Minutes of a break', 1],
] as const;

const switches = [
  ['blur', 'Blur flagged media until somebody reveals it'],
  ['greyscale', 'Show flagged media grey where it is not blurred'],
  ['mute', 'Start flagged videos without sound'],
] as const;

function useSave() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: ExposureSettings) => call(exposureEndpoints.saveExposureSettings, { body }),
    onSuccess: ({ exposure_settings }) => {
      queries.setQueryData(exposureSettingsQuery.queryKey, exposure_settings);
      void queries.invalidateQueries({ queryKey: keys.exposure.own });
    },
  });
}

/** The owner's limits, and how flagged media looks to people who have not chosen themselves. */
export function BreaksForm({ settings }: { settings: ExposureSettings }) {
  const save = useSave();
  const toast = useToast();
  const { form, errors, failure, busy, submit } = useForm<ExposureSettings>({
    fields: numbers.map(([name]) => name),
    fallback: 'Try again.',
    read: (data) => ({
      per_hour: Number(textOf(data, 'per_hour')),
      per_day: Number(textOf(data, 'per_day')),
      break_minutes: Number(textOf(data, 'break_minutes')),
      blur: data.has('blur'),
      greyscale: data.has('greyscale'),
      mute: data.has('mute'),
    }),
    check: (input) => errorsFromIssues(ExposureSettings.safeParse(input).error?.issues ?? []),
    send: async (input) => {
      await save.mutateAsync(input);
      toast('Breaks saved');
    },
  });
  return (
    <form ref={form} method="post" noValidate onSubmit={(event) => void submit(event)}>
      <div className={toolsStyles.tools}>
        {numbers.map(([name, label, min]) => (
          <TextField
            key={name}
            label={label}
            name={name}
            type="number"
            inputMode="numeric"
            min={min}
            defaultValue={settings[name]}
            error={errors[name]}
          />
        ))}
      </div>
      <div className={scopesStyles.scopes}>
        {switches.map(([name, words]) => (
          <label className={scopesStyles.scope} key={name}>
            <input type="checkbox" name={name} defaultChecked={settings[name]} />
            <span>{words}</span>
          </label>
        ))}
      </div>
      <p className="dim fine">A person’s own choice in Content Review comes first.</p>
      {failure === null ? null : (
        <Banner kind="error" title="Could not save the breaks">
          {failure}
        </Banner>
      )}
      <Button type="submit" busy={busy}>
        Save
      </Button>
    </form>
  );
}
