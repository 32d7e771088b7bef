import type { ManualVerdict } from '@clearframe/contract';
import { Button } from '../../../shared/ui/button.tsx';
import keysStyles from '../../ui/keys.module.css';
import { countItems } from '../decide/decision-labels.ts';
import reviewStyles from '../decide/review.module.css';

type BulkBarProps = {
  count: number;
  isAll: boolean;
  onAll: () => void;
  onClear: () => void;
  onDecide: (verdict: ManualVerdict) => void;
};

/** What can be done with the items that were picked. */
export function BulkBar({ count, isAll, onAll, onClear, onDecide }: BulkBarProps) {
  return (
    <section className={`${keysStyles.keys} ${reviewStyles.bulk}`} data-slot="keys" aria-label="Selected items">
      <b role="status">{countItems(count)} selected</b>
      {isAll ? null : (
        <Button kind="ghost" size="small" onClick={onAll}>
          Select the whole page
        </Button>
      )}
      <Button kind="ghost" size="small" onClick={onClear}>
        Clear
      </Button>
      <Button kind="pass" size="small" onClick={() => onDecide('pass')}>
        Pass {countItems(count)}
      </Button>
      <Button kind="fail" size="small" onClick={() => onDecide('fail')}>
        Fail {countItems(count)}
      </Button>
    </section>
  );
}
