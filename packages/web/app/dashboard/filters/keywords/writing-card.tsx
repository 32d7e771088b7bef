import type { ReadWriting } from '@clearframe/contract';
import { useQuery } from '@tanstack/react-query';
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
    name: 'When something checks it',
    hint: 'A keyword list here, or an analyser that judges text. Other uploads finish sooner.',
    saved: 'Writing is read when something checks it',
  },
  {
    value: 'always',
    name: 'Always',
    hint: 'Every upload shows what is written in it.',
    saved: 'Writing is read in every upload',
  },
];

/** When writing in pictures and videos is read. A choice is saved at once. */
export function WritingCard() {
  const toast = useToast();
  const policy = useQuery(policyQuery);
  const mayEdit = useMay('policy.edit') === true;
  const save = useSaveReadWriting();
  // The choice shows at once; the server's answer then takes its place.
  const chosen = save.isPending ? save.variables : policy.data?.content.read_writing;
  if (policy.isError) return <LoadFault title="The setting could not be loaded" query={policy} />;
  return (
    <section className="card" aria-labelledby="writing">
      <div className="card-header">
        <h2 id="writing">Writing in pictures and videos</h2>
      </div>
      <fieldset className="card-body stack-3" disabled={!mayEdit || policy.isPending || save.isPending}>
        <legend className="visually-hidden">Read writing</legend>
        {choices.map(({ value, name, hint, saved }) => (
          <label key={value} className={scopesStyles.scope}>
            <input
              type="radio"
              name="read-writing"
              checked={chosen === value}
              onChange={() => save.mutate(value, { onSuccess: () => toast(saved) })}
            />
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
        <Banner kind="error" title="The setting could not be saved" onDismiss={save.reset}>
          {errorMessage(save.error, 'Try again.')}
        </Banner>
      ) : null}
    </section>
  );
}
