import { messages, type PolicyDocument } from '@clearframe/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Banner } from '../../../shared/ui/banner.tsx';
import { LoadFault } from '../../ui/load-fault.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import styles from '../filters.module.css';
import { policyQuery, useReloadPolicy } from '../policy-query.ts';
import { LimitsEditor } from './limits-editor.tsx';
import barStyles from './save-bar.module.css';
import { scoresQuery } from './score-query.ts';

/** Takes the focus that a button had, which is gone, and from nothing else. */
const takeLostFocus = (element: HTMLElement | null) => {
  if (document.activeElement === document.body) element?.focus({ preventScroll: true });
};

/** From which scores on an item is reviewed or flagged, and what a failed analysis means. */
export function LimitsPage() {
  const policy = useQuery(policyQuery);
  const scores = useQuery(scoresQuery);
  const reload = useReloadPolicy();
  const [savedAs, setSavedAs] = useState<string | null>(null);
  // Together: bars that came later would move all that is below them. What is asked for once more takes away no unsaved change.
  const awaitsScores = scores.isPending && scores.errorUpdateCount === 0 && !policy.isError;
  if (policy.isPending || awaitsScores) {
    return (
      <div className={`card ${styles.skeleton}`} aria-busy="true" role="status" aria-label="Loading limits">
        <Skeleton shape="title" />
        {[1, 2, 3, 4, 5, 6].map((row) => (
          <Skeleton shape="row" key={row} />
        ))}
      </div>
    );
  }
  if (policy.data === undefined) {
    return <LoadFault title="Could not load the limits" query={policy} />;
  }
  const banner =
    savedAs === policy.data.name ? (
      <div className={barStyles.saved} tabIndex={-1} ref={takeLostFocus}>
        <Banner kind="success" title={messages.limitsSaved} onDismiss={() => setSavedAs(null)}>
          They apply from now on, as {savedAs}.
        </Banner>
      </div>
    ) : null;
  return (
    <LimitsEditor
      policy={policy.data}
      scores={scores}
      banner={banner}
      onSaved={(saved: PolicyDocument) => setSavedAs(saved.name)}
      onReload={reload}
      onChanged={() => setSavedAs(null)}
    />
  );
}
