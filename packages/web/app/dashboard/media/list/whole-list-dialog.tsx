import type { BulkRunInput } from '@clearframe/contract';
import { AskDialog } from '../../ui/dialog/ask-dialog.tsx';
import type { Filters } from '../address.ts';
import { decisionFailed } from '../decide/decision-labels.ts';
import { countOf } from './bulk-run-words.ts';
import type { WholeList } from './use-whole-list.ts';

type WholeListDialogProps = {
  open: boolean;
  onClose: () => void;
  whole: WholeList;
  filters: Filters;
  start: (input: BulkRunInput) => Promise<void>;
  onStarted: () => void;
};

/** Asks once, with the number, before everything that matches is decided. */
export function WholeListDialog({ open, onClose, whole, filters, start, onStarted }: WholeListDialogProps) {
  const { frozen, asked } = whole;
  const verdict = asked ?? 'pass';
  const word = verdict === 'pass' ? 'Pass' : 'Fail';
  const count = frozen ? `${countOf(frozen.total)}${frozen.capped ? ' or more' : ''}` : '';
  const act = async () => {
    if (!frozen) return;
    const { sort = 'newest', ...narrowed } = filters;
    await start({ action: verdict, filter: { ...narrowed, sort }, newest_id: frozen.newestId });
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
      <p>New arrivals are not included. We leave out what others are looking at.</p>
      <p>You can cancel while it runs, and undo it for 8 seconds after it ends.</p>
    </AskDialog>
  );
}
