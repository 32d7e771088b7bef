import {
  type Category,
  defaultThresholds,
  type PolicyDocument,
  PolicyLimits,
  type ScoreCounts,
  type Threshold,
} from '@clearframe/contract';
import { ClearframeError } from '@clearframe/sdk';
import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useCallback, useEffect, useEffectEvent, useMemo, useState } from 'react';
import { errorMessage } from '../../../shared/api/error-message.ts';
import { formatCount } from '../../../shared/format/format.ts';
import { Banner } from '../../../shared/ui/banner.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { useMay } from '../../shell/role/use-may.ts';
import { LeaveGuard } from '../leave-guard.tsx';
import { useSaveLimits } from '../policy-query.ts';
import { useWhatIf } from '../what-if-details.tsx';
import { AnalyserErrorChoice } from './analyser-error-choice.tsx';
import { CategoriesCard } from './categories-card.tsx';
import { DeclaredChoice } from './declared-choice.tsx';
import { changeWords } from './limit-words.ts';
import styles from './limits.module.css';
import { PolicyHistory } from './policy-history.tsx';
import { SaveBar } from './save-bar.tsx';

type LimitsEditorProps = {
  policy: PolicyDocument;
  /** Answered, or failed. */
  scores: UseQueryResult<ScoreCounts>;
  /** What the last save said. */
  banner: ReactNode;
  onSaved: (saved: PolicyDocument) => void;
  /** Reads what stands now: somebody else saved meanwhile. */
  onReload: () => void;
  /** Something differs from what was saved. */
  onChanged: () => void;
};

/** The limits over the account's own scores, what becomes of the rest, and the versions before. */
export function LimitsEditor({ policy, scores, banner, onSaved, onReload, onChanged }: LimitsEditorProps) {
  const saved = useMemo(
    () => ({
      thresholds: policy.content.thresholds,
      on_analyser_error: policy.content.on_analyser_error,
      declared_synthetic: policy.content.declared_synthetic,
    }),
    [policy],
  );
  const [limits, setLimits] = useState<Required<PolicyLimits>>(saved);
  const mayEdit = useMay('policy.edit');
  const readOnly = mayEdit === false;
  const save = useSaveLimits();
  // What was changed while a save was on its way stays to be saved. Another version replaces all.
  const [shown, setShown] = useState(policy.name);
  if (policy.name !== shown) {
    setShown(policy.name);
    if (!save.isPending && save.data?.name !== policy.name) setLimits(saved);
  }
  const words = changeWords(saved, limits);
  const unsaved = words !== null;
  const tellChanged = useEffectEvent(onChanged);
  useEffect(() => {
    if (unsaved) tellChanged();
  }, [unsaved]);
  const invalid = !PolicyLimits.safeParse(limits).success;
  const what = useWhatIf({ limits }, unsaved && mayEdit === true && !invalid);
  const change = useCallback(
    (category: Category, limit: Threshold) =>
      setLimits((all) => ({ ...all, thresholds: { ...all.thresholds, [category]: limit } })),
    [],
  );
  return (
    <>
      <p className={styles.intro}>
        From the first handle a person looks. From the second it is flagged. {barWords(scores.data?.items_checked ?? 0)}
      </p>
      {readOnly ? (
        <Banner kind="info" title="You can read these limits">
          Owners and moderators can change them.
        </Banner>
      ) : null}
      <CategoriesCard
        scores={scores}
        limits={limits.thresholds}
        saved={saved.thresholds}
        readOnly={readOnly}
        onChange={change}
        onResetAll={() => setLimits((all) => ({ ...all, thresholds: defaultThresholds() }))}
      />
      <div className={`columns columns-1-1 ${styles.columns}`}>
        <div className={styles.choiceCards}>
          <AnalyserErrorChoice
            value={limits.on_analyser_error}
            readOnly={readOnly}
            onChange={(on_analyser_error) => setLimits((all) => ({ ...all, on_analyser_error }))}
          />
          <DeclaredChoice
            value={limits.declared_synthetic}
            readOnly={readOnly}
            onChange={(declared_synthetic) => setLimits((all) => ({ ...all, declared_synthetic }))}
          />
        </div>
        <PolicyHistory current={policy.name} readOnly={readOnly} unsaved={unsaved} />
      </div>
      {unsaved ? null : banner}
      {unsaved && !readOnly ? (
        <SaveBar
          words={words}
          what={what}
          invalid={invalid}
          busy={save.isPending}
          fault={save.isError && save.variables.based_on === policy.name ? <SaveFault save={save} onReload={onReload} /> : null}
          onDiscard={() => {
            save.reset();
            setLimits(saved);
          }}
          onSave={() => save.mutate({ ...limits, based_on: policy.name }, { onSuccess: onSaved })}
        />
      ) : null}
      <LeaveGuard unsaved={unsaved} what="limits" />
    </>
  );
}

/** What the bars are; nothing where there are none. */
const barWords = (items: number) => {
  if (items === 0) return null;
  return items === 1 ? 'The bar is your last score.' : `The bars are your last ${formatCount(items)} scores.`;
};

type SaveFaultProps = { save: Pick<ReturnType<typeof useSaveLimits>, 'error' | 'reset'>; onReload: () => void };

function SaveFault({ save: { error, reset }, onReload }: SaveFaultProps) {
  const isOvertaken = error instanceof ClearframeError && error.status === 409;
  return (
    <Banner
      kind="error"
      title="Could not save the limits"
      action={isOvertaken ? <Button onClick={onReload}>Use theirs</Button> : undefined}
      onDismiss={reset}
    >
      {errorMessage(error, 'Your changes are still here. Try again.')}
    </Banner>
  );
}
