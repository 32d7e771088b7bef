import type { ReadWriting } from '@clearframe/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { errorMessage } from '../../../shared/api/error-message.ts';
import { Banner } from '../../../shared/ui/banner.tsx';
import { useToast } from '../../../shared/ui/toast.tsx';
import { useMay } from '../../shell/role/use-may.ts';
import { LoadFault } from '../../ui/load-fault.tsx';
import scopesStyles from '../../ui/scopes.module.css';
import { policyQuery, useSaveReadWriting } from '../policy-query.ts';
import { WritingProgress } from './writing-progress.tsx';

const choices: readonly { value: ReadWriting; name: string; hint: string; saved: string }[] = [
  {
    value: 'when_needed',
    name: 'When needed',
    hint: 'Only for a keyword list or an analyser that checks text. Other uploads finish sooner.',
    saved: 'We read text when needed',
  },
  {
    value: 'always',
    name: 'Always',
    hint: 'Every upload shows its text.',
    saved: 'We read text in every upload',
  },
];

/** When writing in pictures and videos is read. A choice is saved at once. */
export function WritingCard() {
  const toast = useToast();
  const policy = useQuery(policyQuery);
  const mayEdit = useMay('policy.edit') === true;
  const save = useSaveReadWriting();
  // The choice shows at once, also before the mutation says that it runs; the server's answer then takes its place.
  const [wanted, setWanted] = useState<ReadWriting | null>(null);
  const chosen = wanted ?? policy.data?.content.read_writing;
  const choose = (value: ReadWriting, saved: string) => {
    setWanted(value);
    save.mutate(value, { onSuccess: () => toast(saved), onSettled: () => setWanted(null) });
  };
  if (policy.isError) return <LoadFault title="Could not load the setting" query={policy} />;
  return (
    <section className="card" aria-labelledby="writing">
      <div className="card-header">
        <h2 id="writing">Text in pictures and videos</h2>
      </div>
      <fieldset className="card-body stack-3" disabled={!mayEdit || policy.isPending || save.isPending}>
        <legend className="visually-hidden">Read text</legend>
        {choices.map(({ value, name, hint, saved }) => (
          <label key={value} className={scopesStyles.scope}>
            <input type="radio" name="read-writing" checked={chosen === value} onChange={() => choose(value, saved)} />
            <span>
              {name}
              <small>{hint}</small>
            </span>
          </label>
        ))}
      </fieldset>
      <div className="card-body stack-3">
        <WritingProgress />
      </div>
      {save.isError ? (
        <Banner kind="error" title="Could not save the setting" onDismiss={save.reset}>
          {errorMessage(save.error, 'Try again.')}
        </Banner>
      ) : null}
    </section>
  );
}
