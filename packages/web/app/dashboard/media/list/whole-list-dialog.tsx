import type { BulkRunInput } from '@clearframe/contract';
import { useEffect, useEffectEvent } from 'react';
import { AskDialog } from '../../ui/dialog/ask-dialog.tsx';
import type { Filters } from '../address.ts';
import { decisionFailed } from '../decide/decision-labels.ts';
import { useReview } from '../decide/review-context.ts';
import { actionOf, isTaken } from '../decide/shortcuts.ts';
import { BulkReason } from './bulk-reason.tsx';
import { countOf } from './bulk-run-words.ts';
import type { BulkReasons } from './use-bulk-reason.ts';
import type { WholeList } from './use-whole-list.ts';

type WholeListDialogProps = {
  open: boolean;
  onClose: () => void;
  whole: WholeList;
  filters: Filters;
  reasons: BulkReasons;
  start: (input: BulkRunInput) => Promise<void>;
  onStarted: () => void;
};

/** Asks once, with the number, before everything that matches is decided. */
export function WholeListDialog({ open, onClose, whole, filters, reasons, start, onStarted }: WholeListDialogProps) {
  const { frozen, asked } = whole;
  const verdict = asked ?? 'pass';
  const word = verdict === 'pass' ? 'Pass' : 'Fail';
  const count = frozen ? `${countOf(frozen.total)}${frozen.capped ? ' or more' : ''}` : '';
  useDigits(open && verdict === 'fail', reasons.onDigit);
  const act = async () => {
    if (!frozen) return;
    const { sort = 'newest', ...narrowed } = filters;
    const label = verdict === 'fail' && reasons.chosen ? { label: reasons.chosen.id } : {};
    await start({ action: verdict, ...label, filter: { ...narrowed, sort }, newest_id: frozen.newestId });
    onStarted();
  };
  return (
    <AskDialog
      open={open}
      onClose={onClose}
      title={`${word} ${count}?`}
      keep="Keep them"
      act={`${word} ${count}`}
      kind={verdict === 'pass' ? 'primary' : 'fail-solid'}
      faultTitle={decisionFailed[verdict]}
      onAct={act}
    >
      {verdict === 'fail' ? <BulkReason {...reasons} /> : null}
      <p>New arrivals are not included. We leave out what others are looking at, and what the operator withholds.</p>
      <p>You can cancel while it runs, and undo it for 8 seconds after it ends.</p>
    </AskDialog>
  );
}

/** The keys of the page act in no dialog, and this one asks for a reason too. */
function useDigits(isAsking: boolean, onDigit: (digit: string) => void): void {
  const { shortcuts } = useReview();
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (actionOf(event) !== 'reason' || isTaken(document.activeElement, 'reason')) return;
    event.preventDefault();
    onDigit(event.key);
  });
  useEffect(() => {
    if (!isAsking || !shortcuts) return;
    const listen = (event: KeyboardEvent) => onKey(event);
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, [isAsking, shortcuts]);
}
