import type { KnownSummary } from '@clearframe/contract';
import { useState } from 'react';
import { errorMessage } from '../../../shared/api/error-message.ts';
import { Banner } from '../../../shared/ui/banner.tsx';
import { useToast } from '../../../shared/ui/toast.tsx';
import scopesStyles from '../../ui/scopes.module.css';
import knownStyles from './known.module.css';
import { useSavePassKnown } from './known-queries.ts';

/** Whether pictures that look like one of the allow list are passed. The block list always flags. */
export function PassSetting({ summary, mayEdit }: { summary: KnownSummary | undefined; mayEdit: boolean }) {
  const toast = useToast();
  const save = useSavePassKnown();
  // The box answers at once; until the server did, it shows what was wished for.
  const [wished, setWished] = useState<boolean | null>(null);
  const choose = (pass: boolean) => {
    setWished(pass);
    save.mutate(pass, {
      onSuccess: ({ pass_known }) =>
        toast(pass_known ? 'Copies of passed pictures pass' : 'Copies of passed pictures are checked again'),
      onSettled: () => setWished(null),
    });
  };
  return (
    <section className={`card ${knownStyles.pass}`} aria-label="Setting">
      {/* Of one size from the beginning, so that nothing below it moves. */}
      <label className={scopesStyles.scope}>
        <input
          type="checkbox"
          checked={wished ?? summary?.pass_known ?? false}
          disabled={!mayEdit || summary === undefined}
          onChange={({ target }) => {
            if (wished === null) choose(target.checked);
          }}
        />
        <span>
          Pass copies of passed pictures
          <small>
            Copies on the allow list pass whatever their scores, except when a keyword rule fails or a score concerns minors. A
            copy may contain small changes: leave this off if that matters. Owners and moderators can change it.
          </small>
        </span>
      </label>
      {save.isError ? (
        <Banner kind="error" title="Could not save the setting" onDismiss={save.reset}>
          {errorMessage(save.error, 'Try again.')}
        </Banner>
      ) : null}
    </section>
  );
}
