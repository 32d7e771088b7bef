import { limits, messages } from '@clearframe/contract';
import { useQuery } from '@tanstack/react-query';
import { Ban, CircleCheck, Pencil } from 'lucide-react';
import { useMemo, useState } from 'react';
import { errorMessage } from '../../../shared/api/error-message.ts';
import { formatCount } from '../../../shared/format/format.ts';
import { Badge } from '../../../shared/ui/badge.tsx';
import { Banner } from '../../../shared/ui/banner.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { useMay } from '../../shell/role/use-may.ts';
import { LoadFault } from '../../ui/load-fault.tsx';
import pageHeaderStyles from '../../ui/page-header.module.css';
import { Skeleton } from '../../ui/skeleton.tsx';
import filtersStyles from '../filters.module.css';
import { LeaveGuard } from '../leave-guard.tsx';
import { policyQuery } from '../policy-query.ts';
import { bodyOf, type HitCounts, keywordsQuery, type Lists, presetsQuery, useHits, useSaveKeywords } from '../use-keywords.ts';
import { useWhatIf } from '../what-if-details.tsx';
import { WhatIfPanel } from '../what-if-panel.tsx';
import { KeywordList } from './keyword-list.tsx';
import { type Row, rowsOf, rulesOfRows } from './keyword-rows.ts';
import { MatchingHelp } from './matching-help.tsx';
import { TextTester } from './text-tester.tsx';
import { WordListsCard } from './word-lists-card.tsx';
import { WritingCard } from './writing-card.tsx';

/** The two lists while they are loading. */
function KeywordsSkeleton() {
  return (
    <div className="columns columns-1-1" aria-busy="true" role="status" aria-label="Loading keyword lists">
      {['forbidden', 'required'].map((list) => (
        <div className={`card ${filtersStyles.skeleton}`} key={list}>
          <Skeleton shape="title" />
          {[1, 2, 3, 4, 5].map((row) => (
            <Skeleton shape="row" key={row} />
          ))}
        </div>
      ))}
    </div>
  );
}

/** Content Filters: the two keyword lists of the account, and what they do. */
export function KeywordsPage() {
  // The lists and the choice of writing are read from it together.
  useQuery(policyQuery);
  const saved = useQuery(keywordsQuery);
  if (saved.isPending) return <KeywordsSkeleton />;
  if (saved.data === undefined) {
    return <LoadFault title={messages.keywordsLoadFailed} query={saved} />;
  }
  return <KeywordsEditor saved={saved.data} />;
}

const comparable = ({ forbidden, required, leetspeak }: Lists) =>
  JSON.stringify([...[forbidden, required].map((rules) => rules.map(({ text, match }) => [text, match])), leetspeak]);
const isSame = (one: Lists, other: Lists) => comparable(one) === comparable(other);

/** What a save left out, so that a list that came back shorter is no surprise. */
function leftOut(rows: readonly Row[], kept: Lists['forbidden']): number {
  return rows.filter(({ text }) => text.trim() !== '').length - kept.length;
}

function KeywordsEditor({ saved }: { saved: Lists }) {
  const presets = useQuery(presetsQuery);
  const [forbidden, setForbidden] = useState<readonly Row[]>(() => rowsOf(saved.forbidden));
  const [required, setRequired] = useState<readonly Row[]>(() => rowsOf(saved.required));
  const [repeats, setRepeats] = useState<number | null>(null);
  const [leetspeak, setLeetspeak] = useState(saved.leetspeak);
  const lists = useMemo(
    () => ({ forbidden: rulesOfRows(forbidden), required: rulesOfRows(required), leetspeak }),
    [forbidden, required, leetspeak],
  );
  const unsaved = !isSame(lists, saved);
  const mayEdit = useMay('keywords.edit');
  const readOnly = mayEdit === false;
  const hits = useHits(lists, mayEdit === true);
  const what = useWhatIf(unsaved ? { keywords: bodyOf(lists) } : {}, mayEdit === true && unsaved);
  const save = useSaveKeywords((kept, sent) => {
    setRepeats(leftOut(forbidden, kept.forbidden) + leftOut(required, kept.required));
    // What was typed while the save was under way stays, unsaved.
    if (!isSame(lists, sent)) return;
    setForbidden(rowsOf(kept.forbidden));
    setRequired(rowsOf(kept.required));
  });
  const press = () => {
    setRepeats(null);
    save.mutate(lists);
  };
  return (
    <>
      <div className={pageHeaderStyles.header}>
        <p>
          Keywords are matched case-insensitively with partial word support.{' '}
          <a className="link" href="#matching">
            How matching works
          </a>
        </p>
        <div className="row">
          {unsaved ? (
            <Badge look="warn" icon={Pencil}>
              Unsaved changes
            </Badge>
          ) : null}
          {readOnly ? null : (
            <Button kind="primary" busy={save.isPending} onClick={press}>
              Save Settings
            </Button>
          )}
        </div>
      </div>
      {readOnly ? (
        <Banner kind="info" title="You can read these lists">
          Owners and moderators can change them. You can still test a text below.
        </Banner>
      ) : null}
      {repeats !== null && !unsaved ? (
        <Banner kind="success" title={messages.keywordsSaved} onDismiss={() => setRepeats(null)}>
          {repeats > 0 ? `${repeats === 1 ? 'A repeat was' : `${repeats} repeats were`} left out.` : null}
        </Banner>
      ) : null}
      {save.isError ? (
        <Banner kind="error" title={messages.keywordsSaveFailed} onDismiss={save.reset}>
          {errorMessage(save.error, 'Your changes are still here. Try again.')}
        </Banner>
      ) : null}
      {presets.isError ? <LoadFault title="Could not load the presets" query={presets} /> : null}
      <div className="columns columns-1-1">
        <KeywordList
          title="Forbidden"
          icon={Ban}
          rule={`Any one of these fails the upload. ${hitWords(hits)}`}
          rows={forbidden}
          setRows={setForbidden}
          preset={{ label: 'Content-moderation preset', keywords: presets.data?.forbidden }}
          hits={hits?.forbidden}
          readOnly={readOnly}
        />
        <KeywordList
          title="Required"
          icon={CircleCheck}
          rule={`At least one of these must be present. ${hitWords(hits)}`}
          rows={required}
          setRows={setRequired}
          alsoForbidden={forbidden}
          preset={{ label: 'Items preset', keywords: presets.data?.required }}
          hits={hits?.required}
          readOnly={readOnly}
        />
      </div>
      {readOnly ? null : <WordListsCard rows={forbidden} setRows={setForbidden} />}
      <section className="card card-body">
        <label className={`row ${filtersStyles.leet}`}>
          <input
            type="checkbox"
            checked={leetspeak}
            disabled={readOnly}
            onChange={(event) => setLeetspeak(event.target.checked)}
          />
          <span>
            <b className="strong">Read look-alikes as letters</b>{' '}
            <span className="muted">“hate” and “sex” then also match “h4te” and “$ex”.</span>
          </span>
        </label>
      </section>
      <WritingCard />
      {readOnly ? null : <WhatIfPanel what={what} unchanged={!unsaved} />}
      <TextTester lists={lists} />
      <MatchingHelp />
      <LeaveGuard unsaved={unsaved} />
    </>
  );
}

/** In which items the hits beside the keywords were counted. */
function hitWords(hits: HitCounts | undefined): string {
  if (!hits || hits.checked === 0) return '';
  const all = hits.isComplete && hits.checked < limits.keywordHitsItems;
  if (all && hits.checked === 1) return 'Hits are counted in your only item.';
  const items = `${formatCount(hits.checked)} ${hits.checked === 1 ? 'item' : 'items'}`;
  return all ? `Hits are counted in all ${items}.` : `Hits are counted in your newest ${items}.`;
}
