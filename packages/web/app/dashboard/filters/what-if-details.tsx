import {
  type PolicyVerdict,
  policyEndpoints,
  type WhatIf,
  type WhatIfExample,
  type WhatIfFlip,
  type WhatIfInput,
  whatIfSizes,
} from '@clearframe/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { call } from '../../shared/api/api.ts';
import { errorMessage } from '../../shared/api/error-message.ts';
import { keys } from '../../shared/api/keys.ts';
import { formatCount } from '../../shared/format/format.ts';
import { BlankShot } from '../../shared/media/media-shot.tsx';
import { useVeilLook } from '../../shared/media/veil-look.ts';
import { StateBadge } from '../../shared/ui/badge.tsx';
import { Banner } from '../../shared/ui/banner.tsx';
import { Button } from '../../shared/ui/button.tsx';
import fieldStyles from '../../shared/ui/field.module.css';
import { Shot } from '../../shared/ui/veil.tsx';
import listStyles from '../ui/list.module.css';
import { againMs } from './again-ms.ts';
import { useSettled } from './use-settled.ts';
import styles from './what-if-panel.module.css';

/** "12 items, 3 of them decided by a person: 2 as the change would". */
export function flipWords({ items, decided, agrees }: WhatIfFlip): string {
  const counted = `${formatCount(items)} ${items === 1 ? 'item' : 'items'}`;
  if (decided === 0) return `${counted}, none decided by a person`;
  const share =
    agrees === decided
      ? decided === 1
        ? 'as the change would'
        : 'all as the change would'
      : `${formatCount(agrees)} as the change would`;
  return `${counted}, ${formatCount(decided)} decided by a person: ${share}`;
}

/** There was time for none of the items: the server is busy, or the keywords take long. */
export const triedNone = ({
  items_checked: tried,
  is_complete: isComplete,
}: Pick<WhatIf, 'items_checked' | 'is_complete'>): boolean => tried === 0 && !isComplete;

/** "3 of 40 checked items would flip", and what the answer does not know. */
export function resultWords(found: Pick<WhatIf, 'flips' | 'items_checked' | 'is_complete'>): string {
  if (triedNone(found)) return 'No item could be tried in time';
  const total = found.flips.reduce((sum, flip) => sum + flip.items, 0);
  const words =
    total === 0 ? 'No item would flip' : `${formatCount(total)} of ${formatCount(found.items_checked)} checked items would flip`;
  return found.is_complete ? words : `${words} (as many as we could try in time)`;
}

type Change = Pick<WhatIfInput, 'limits' | 'keywords'>;

/** What a change that is not saved would make of items that were checked. Undefined until it is known. */
export function useWhatIf(change: Change, enabled: boolean) {
  const [items, setItems] = useState<WhatIfInput['items']>(1_000);
  const [page, setPage] = useState(1);
  const settled = useSettled(change);
  const isSettled = JSON.stringify(settled) === JSON.stringify(change);
  const wish = JSON.stringify([settled, items]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another question begins at its first page
  useEffect(() => setPage(1), [wish]);
  const query = useQuery({
    queryKey: keys.whatIf.of(settled, items, page),
    queryFn: ({ signal }) => call(policyEndpoints.whatIf, { body: { ...settled, items, page }, signal }),
    // What is typed no longer may be what nobody may save.
    enabled: enabled && isSettled,
    placeholderData: keepPreviousData,
    // A help beside the form: its failure is no reason to ask again and again.
    retry: false,
    refetchInterval: ({ state: { data, dataUpdateCount } }) => data !== undefined && triedNone(data) && againMs(dataUpdateCount),
    staleTime: 60_000,
  });
  // Its words stay while the page tries once more by itself.
  const triesAgain = !query.isPlaceholderData && query.data !== undefined && triedNone(query.data);
  const isBehind = (query.isFetching && !triesAgain) || !isSettled;
  return { query, items, setItems, page, setPage, isBehind };
}

export type WhatIfState = ReturnType<typeof useWhatIf>;

/** How many of the newest items the change is tried on. */
export function WhatIfSize({ what: { items, setItems } }: { what: WhatIfState }) {
  return (
    <label className="row fine muted">
      Newest
      <select
        className={fieldStyles.input}
        data-slot="field-input"
        value={items}
        onChange={(event) => setItems(sizeOf(event.target.value))}
      >
        {whatIfSizes.map((size) => (
          <option key={size} value={size}>
            {formatCount(size)} items
          </option>
        ))}
      </select>
    </label>
  );
}

/** How many items flip and which way. */
export function WhatIfFlips({ what: { query, isBehind } }: { what: WhatIfState }) {
  const { data } = query;
  if (isBehind) return <p className="muted">Trying the change on stored results…</p>;
  if (!data) return null;
  return (
    <>
      <p className="strong row wrap">
        {resultWords(data)}
        {triedNone(data) ? (
          <Button size="small" busy={query.isFetching} onClick={() => void query.refetch()}>
            Try again
          </Button>
        ) : null}
      </p>
      {data.not_read > 0 ? <p className="muted">Text in {formatCount(data.not_read)} of them has not been read yet.</p> : null}
      <ul className={styles.flips}>
        {data.flips.map((flip) => (
          <li key={`${flip.from} ${flip.to}`} className="row wrap">
            <StateBadge state={flip.from} /> → <StateBadge state={flip.to} />
            <span>{flipWords(flip)}</span>
          </li>
        ))}
      </ul>
    </>
  );
}

/** The change could not be tried. */
export function WhatIfFault({ what: { query, isBehind } }: { what: WhatIfState }) {
  return query.error && !isBehind ? (
    <Banner kind="error" title="Could not try the change">
      {errorMessage(query.error, 'You can still save it.')}
    </Banner>
  ) : null;
}

/** The items that would flip, page by page. */
export function WhatIfExamples({ what: { query, page, setPage, isBehind } }: { what: WhatIfState }) {
  const { data } = query;
  if (!data || data.examples.length === 0) return null;
  return (
    <>
      <ul className={listStyles.list} aria-label="Items that would flip" aria-busy={isBehind}>
        {data.examples.map((example) => (
          <Example key={example.id} example={example} />
        ))}
      </ul>
      {data.pages > 1 ? (
        <div className="card-body row between">
          <Button size="small" disabled={page === 1} onClick={() => setPage(page - 1)}>
            Previous
          </Button>
          <span className="dim figures">
            {page} of {formatCount(data.pages)}
          </span>
          <Button size="small" disabled={page >= data.pages} onClick={() => setPage(page + 1)}>
            Next
          </Button>
        </div>
      ) : null}
    </>
  );
}

const sizeOf = (value: string) => whatIfSizes.find((size) => String(size) === value) ?? 1_000;

const isFlagged = (verdict: PolicyVerdict) => verdict === 'flagged';

function Example({ example }: { example: WhatIfExample }) {
  const look = useVeilLook();
  const { id, title, from, to, decided, thumbnail_url: src } = example;
  const hidden = isFlagged(from) || isFlagged(to);
  return (
    <li>
      <Link className={listStyles.item} data-slot="list-item" to={`/dashboard/media/${id}`}>
        {src === null ? (
          <BlankShot>No preview</BlankShot>
        ) : (
          <Shot
            src={src}
            alt=""
            pill={false}
            veiled={hidden && look === 'blur'}
            grey={hidden && look === 'grey'}
            width={160}
            height={120}
          />
        )}
        <span className="grow truncate">{title}</span>
        <span className={`row wrap ${styles.flip}`}>
          <StateBadge state={from} /> → <StateBadge state={to} />
          {decided === null ? null : <span className="dim fine">{decided === 'failed' ? 'Failed' : 'Passed'} by a person</span>}
        </span>
      </Link>
    </li>
  );
}
