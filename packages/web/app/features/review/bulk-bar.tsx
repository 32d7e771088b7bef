import type { ManualVerdict } from '@clearframe/contract';
import { Button } from '../../ui/button.tsx';
import { countItems } from './decision-words.ts';

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
    <section className="keys bulk" aria-label="Selected items">
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
