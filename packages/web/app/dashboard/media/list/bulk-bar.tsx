import type { ManualVerdict } from '@clearframe/contract';
import { formatCount } from '../../../shared/format/format.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { Spinner } from '../../../shared/ui/spinner.tsx';
import keysStyles from '../../ui/keys.module.css';
import { countItems } from '../decide/decision-labels.ts';
import reviewStyles from '../decide/review.module.css';
import { BulkReason } from './bulk-reason.tsx';
import type { BulkReasons } from './use-bulk-reason.ts';
import type { WholeList } from './use-whole-list.ts';

type BulkBarProps = {
  /** Of those that can be decided. */
  count: number;
  /** Those that somebody else looks at. */
  held: readonly { title: string; by: string }[];
  isAll: boolean;
  /** Of the whole list; null = the page is all of it. */
  matching: string | null;
  whole: WholeList;
  /** Of a Fail. */
  reasons: BulkReasons;
  onAll: () => void;
  onClear: () => void;
  onDecide: (verdict: ManualVerdict) => void;
};

/** "Left out: Beach (Ines is looking)". */
const leftOut = (held: BulkBarProps['held']) =>
  `Left out: ${held.map(({ title, by }) => `${title} (${by} is looking)`).join(', ')}`;

/** "243 items", "10,000+ items". */
const allWords = ({ total, capped }: NonNullable<WholeList['frozen']>) => `${formatCount(total)}${capped ? '+' : ''} items`;

/**
 * Tells a screen reader how much is selected. It is there before the bar is: what comes together with its words is not read out.
 */
export function BulkNews({ count, held, whole: { frozen } }: Pick<BulkBarProps, 'count' | 'held' | 'whole'>) {
  const chosen = frozen ? `all ${allWords(frozen)}` : count > 0 ? countItems(count) : '';
  return (
    <p className="visually-hidden" role="status">
      {chosen === '' ? null : `Selected: ${chosen}. `}
      {held.length > 0 && !frozen ? leftOut(held) : null}
    </p>
  );
}

/** What can be done with the items that were picked. */
export function BulkBar({ count, held, isAll, matching, whole, reasons, onAll, onClear, onDecide }: BulkBarProps) {
  const { frozen } = whole;
  if (frozen) {
    const all = allWords(frozen);
    return (
      <section className={`${keysStyles.keys} ${reviewStyles.bulk}`} data-slot="keys" aria-label="Selected items">
        <b>All {all} selected</b>
        <Button kind="ghost" size="small" onClick={onClear}>
          Clear
        </Button>
        <BulkReason {...reasons} />
        <Button kind="pass" size="small" onClick={() => onDecide('pass')}>
          Pass {all}
        </Button>
        <Button kind="fail" size="small" onClick={() => onDecide('fail')}>
          Fail {all}
        </Button>
      </section>
    );
  }
  if (whole.busy && count === 0)
    return (
      <section className={`${keysStyles.keys} ${reviewStyles.bulk}`} data-slot="keys" aria-label="Selected items">
        <b>Selecting all of them…</b>
        <Spinner />
      </section>
    );
  return (
    <section className={`${keysStyles.keys} ${reviewStyles.bulk}`} data-slot="keys" aria-label="Selected items">
      <b>{countItems(count)} selected</b>
      {held.length > 0 ? (
        <span className={reviewStyles.held} dir="auto">
          {leftOut(held)}
        </span>
      ) : null}
      {isAll ? null : (
        <Button kind="ghost" size="small" onClick={onAll}>
          Select the whole page
        </Button>
      )}
      {isAll && matching !== null ? (
        <Button kind="ghost" size="small" busy={whole.busy} onClick={whole.select}>
          Select all {matching} matching
        </Button>
      ) : null}
      <Button kind="ghost" size="small" onClick={onClear}>
        Clear
      </Button>
      {count > 0 ? (
        <>
          <BulkReason {...reasons} />
          <Button kind="pass" size="small" onClick={() => onDecide('pass')}>
            Pass {countItems(count)}
          </Button>
          <Button kind="fail" size="small" onClick={() => onDecide('fail')}>
            Fail {countItems(count)}
          </Button>
        </>
      ) : null}
    </section>
  );
}
