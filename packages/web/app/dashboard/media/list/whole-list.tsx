import { type BulkRunInput, type ManualVerdict, mediaEndpoints } from '@clearframe/contract';
import { useRef, useState } from 'react';
import { call } from '../../../shared/api/api.ts';
import { useToast } from '../../../shared/ui/toast.tsx';
import { AskDialog } from '../../ui/dialog/ask-dialog.tsx';
import { type Filters, searchOf } from '../address.ts';
import { decisionFailed } from '../decide/decision-labels.ts';
import { countOf } from './bulk-run-words.ts';

/** Everything that the filters let through at one moment. */
type Frozen = { search: string; newestId: string; total: number; capped: boolean };

/** Whether everything that matches is selected. It survives paging; other filters end it. */
export function useWholeList(filters: Filters) {
  const [frozen, setFrozen] = useState<Frozen | null>(null);
  const [busy, setBusy] = useState(false);
  const [asked, setAsked] = useState<ManualVerdict | null>(null);
  const toast = useToast();
  const search = searchOf(filters);
  /** Which selection is awaited: one that was cleared meanwhile is not. */
  const wanted = useRef(0);
  const select = async () => {
    wanted.current += 1;
    const turn = wanted.current;
    setBusy(true);
    try {
      // Whatever order the page has: what arrives after the newest one is not meant.
      const query = { ...filters, sort: 'newest', page: 1, limit: 1 } as const;
      const { media_uploads, pagination } = await call(mediaEndpoints.listMedia, { query });
      const [newest] = media_uploads;
      if (newest && turn === wanted.current)
        setFrozen({ search, newestId: newest.id, total: pagination.total, capped: pagination.capped === true });
    } finally {
      setBusy(false);
    }
  };
  const selectOrSay = () =>
    void select().catch(() => {
      setFrozen(null);
      toast('Could not select all of them. Try again.');
    });
  return {
    frozen: frozen?.search === search ? frozen : null,
    busy,
    select: selectOrSay,
    clear: () => {
      wanted.current += 1;
      setFrozen(null);
    },
    asked,
    ask: setAsked,
  };
}

export type WholeList = ReturnType<typeof useWholeList>;

type WholeListDialogProps = {
  whole: WholeList;
  filters: Filters;
  start: (input: BulkRunInput) => Promise<void>;
  onStarted: () => void;
};

/** Asks once, with the number, before everything that matches is decided. */
export function WholeListDialog({ whole: { frozen, asked, ask }, filters, start, onStarted }: WholeListDialogProps) {
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
      open={asked !== null && frozen !== null}
      onClose={() => ask(null)}
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
