import type { ManualVerdict } from '@clearframe/contract';
import { Button } from '../../../shared/ui/button.tsx';
import keysStyles from '../../ui/keys.module.css';
import { countItems } from '../decide/decision-labels.ts';
import reviewStyles from '../decide/review.module.css';

type BulkBarProps = {
  /** Of those that can be decided. */
  count: number;
  /** Those that somebody else looks at. */
  held: readonly { title: string; by: string }[];
  isAll: boolean;
  onAll: () => void;
  onClear: () => void;
  onDecide: (verdict: ManualVerdict) => void;
};

/** What can be done with the items that were picked. */
export function BulkBar({ count, held, isAll, onAll, onClear, onDecide }: BulkBarProps) {
  return (
    <section className={`${keysStyles.keys} ${reviewStyles.bulk}`} data-slot="keys" aria-label="Selected items">
      <b role="status">{countItems(count)} selected</b>
      {held.length > 0 ? (
        <span className={reviewStyles.held} role="status" dir="auto">
          Left out: {held.map(({ title, by }) => `${title} (${by} is looking)`).join(', ')}
        </span>
      ) : null}
      {isAll ? null : (
        <Button kind="ghost" size="small" onClick={onAll}>
          Select the whole page
        </Button>
      )}
      <Button kind="ghost" size="small" onClick={onClear}>
        Clear
      </Button>
      {count > 0 ? (
        <>
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
