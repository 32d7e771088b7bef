import {
  type Category,
  categoryNames,
  defaultThresholds,
  type PolicyDocument,
  PolicyLimits,
  type Threshold,
} from '@clearframe/contract';
import { ClearframeError } from '@clearframe/sdk';
import { Pencil } from 'lucide-react';
import { type ReactNode, useCallback, useMemo, useState } from 'react';
import { Link } from 'react-router';
import { errorMessage } from '../../../shared/api/error-message.ts';
import { Badge } from '../../../shared/ui/badge.tsx';
import { Banner } from '../../../shared/ui/banner.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { useMay } from '../../shell/role/use-may.ts';
import listStyles from '../../ui/list.module.css';
import pageHeaderStyles from '../../ui/page-header.module.css';
import { LeaveGuard } from '../leave-guard.tsx';
import { useSaveLimits } from '../policy-query.ts';
import { useWhatIf, WhatIfPanel } from '../what-if-panel.tsx';
import { AnalyserErrorChoice } from './analyser-error-choice.tsx';
import { DeclaredChoice } from './declared-choice.tsx';
import { LimitRow } from './limit-row.tsx';
import { PolicyHistory } from './policy-history.tsx';

type LimitsEditorProps = {
  policy: PolicyDocument;
  /** What the last save said. */
  banner: ReactNode;
  onSaved: (saved: PolicyDocument) => void;
  /** Reads what stands now: somebody else saved meanwhile. */
  onReload: () => void;
};

/** The form over all categories, what its change would flip, and the versions before. */
export function LimitsEditor({ policy, banner, onSaved, onReload }: LimitsEditorProps) {
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
  const unsaved =
    categoryNames.some((name) => !isSame(limits.thresholds[name], saved.thresholds[name])) ||
    limits.on_analyser_error !== saved.on_analyser_error ||
    limits.declared_synthetic !== saved.declared_synthetic;
  const invalid = !PolicyLimits.safeParse(limits).success;
  const what = useWhatIf(unsaved ? { limits } : {}, mayEdit === true && !invalid);
  const tried = what.query.data;
  // Nothing that was tried has a score in them.
  const without = tried && tried.items_checked > 0 ? categoryNames.filter((name) => !tried.assessed.includes(name)) : [];
  const change = useCallback(
    (category: Category, limit: Threshold) =>
      setLimits((all) => ({ ...all, thresholds: { ...all.thresholds, [category]: limit } })),
    [],
  );
  return (
    <>
      <div className={pageHeaderStyles.header}>
        <p>A score at or above the review limit asks for a person. At or above the flag limit, the item is flagged.</p>
        <div className="row wrap">
          {unsaved ? (
            <Badge look="warn" icon={Pencil}>
              Unsaved changes
            </Badge>
          ) : null}
          {readOnly ? null : (
            <>
              <Button onClick={() => setLimits((all) => ({ ...all, thresholds: defaultThresholds() }))}>
                Reset all to default
              </Button>
              <Button
                kind="primary"
                busy={save.isPending}
                disabled={invalid}
                onClick={() => save.mutate({ ...limits, based_on: policy.name }, { onSuccess: onSaved })}
              >
                Save Limits
              </Button>
            </>
          )}
        </div>
      </div>
      {readOnly ? (
        <Banner kind="info" title="You can read these limits">
          Owners and moderators can change them.
        </Banner>
      ) : null}
      {unsaved ? null : banner}
      {save.isError ? (
        <Banner
          kind="error"
          title="Could not save the limits"
          action={isOvertaken(save.error) ? <Button onClick={onReload}>Use theirs</Button> : undefined}
          onDismiss={save.reset}
        >
          {errorMessage(save.error, 'Your changes are still here. Try again.')}
        </Banner>
      ) : null}
      {readOnly ? null : <WhatIfPanel what={what} unchanged={!unsaved} invalid={invalid} />}
      <section className="card" aria-labelledby="limits">
        <div className="card-header">
          <h2 id="limits">Limits of each category</h2>
          {without.length > 0 ? (
            <p className="dim fine">
              {without.length} {without.length === 1 ? 'category has' : 'categories have'} no analyser yet.{' '}
              <Link className="link" to="/docs/guides/other-analysers" reloadDocument>
                Connect one
              </Link>
            </p>
          ) : null}
        </div>
        <ul className={listStyles.list}>
          {categoryNames.map((name) => (
            <LimitRow
              key={name}
              category={name}
              limit={limits.thresholds[name]}
              unassessed={without.includes(name)}
              readOnly={readOnly}
              onChange={change}
            />
          ))}
        </ul>
      </section>
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
      <PolicyHistory current={policy.name} readOnly={readOnly} unsaved={unsaved} />
      <LeaveGuard unsaved={unsaved} what="limits" />
    </>
  );
}

const isSame = (one: Threshold, other: Threshold) => one.review === other.review && one.flag === other.flag;

const isOvertaken = (error: Error) => error instanceof ClearframeError && error.status === 409;
