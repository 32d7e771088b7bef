import { messages, QualitySettings, qualityEndpoints } from '@clearframe/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import { call } from '../../shared/api/api.ts';
import { errorMessage } from '../../shared/api/error-message.ts';
import { Button } from '../../shared/ui/button.tsx';
import styles from '../../shared/ui/field.module.css';
import { useToast } from '../../shared/ui/toast.tsx';
import { useMay } from '../shell/role/use-may.ts';
import { qualitySettingsQuery } from './quality-queries.ts';

/** In a thousand. */
const offered = [0, 1, 2, 5, 10, 20, 30, 50];

const rateWord = (permille: number) => (permille === 0 ? 'None (off)' : `${permille / 10}% of the safe items`);

/** How many safe items are drawn. Saved as it is chosen; a viewer reads it only. */
export function SampleRate() {
  const id = useId();
  const toast = useToast();
  const queries = useQueryClient();
  const mayEdit = useMay('quality.edit') === true;
  const settings = useQuery(qualitySettingsQuery);
  const save = useMutation({
    mutationFn: (body: QualitySettings) => call(qualityEndpoints.saveQualitySettings, { body }),
    onSuccess: ({ quality_settings: saved }) => {
      queries.setQueryData(qualitySettingsQuery.queryKey, saved);
      toast(saved.sample_permille === 0 ? 'Sampling is off' : `Sampling: ${rateWord(saved.sample_permille)}`);
    },
  });
  const kept = settings.data?.sample_permille;
  if (settings.isError && kept === undefined)
    return (
      <p className={styles.error} data-slot="field-error" role="alert">
        Could not load the sample rate.
        <Button kind="ghost" size="small" busy={settings.isFetching} onClick={() => void settings.refetch()}>
          Try again
        </Button>
      </p>
    );
  const shown = save.isPending ? save.variables.sample_permille : kept;
  const rates = [...new Set([...offered, ...(kept === undefined ? [] : [kept])])].sort((one, other) => one - other);
  return (
    <div className={styles.field} data-slot="field">
      <label htmlFor={id}>Sample rate</label>
      <select
        id={id}
        className={styles.input}
        data-slot="field-input"
        disabled={shown === undefined || !mayEdit}
        value={shown ?? 0}
        aria-describedby={`${id}-hint`}
        onChange={(event) => {
          const chosen = QualitySettings.safeParse({ sample_permille: Number(event.target.value) });
          if (chosen.success) save.mutate(chosen.data);
        }}
      >
        {rates.map((permille) => (
          <option key={permille} value={permille}>
            {rateWord(permille)}
          </option>
        ))}
      </select>
      <p className={styles.hint} data-slot="field-hint" id={`${id}-hint`}>
        {mayEdit
          ? 'Saved at once for future uploads. It costs reviewers’ time, but no frames.'
          : 'Owners and moderators can change it.'}
      </p>
      {save.isError ? (
        <p className={styles.error} data-slot="field-error" role="alert">
          {errorMessage(save.error, messages.requestFailed)}
        </p>
      ) : null}
    </div>
  );
}
