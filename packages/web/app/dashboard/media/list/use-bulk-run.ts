import { type BulkRun, type BulkRunInput, bulkRunsEndpoints, limits, messages } from '@clearframe/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { call } from '../../../shared/api/api.ts';
import { errorMessage } from '../../../shared/api/error-message.ts';
import { keys } from '../../../shared/api/keys.ts';
import { useLive } from '../../shell/live/use-live.ts';
import { useReview } from '../decide/review-context.ts';

const isUnderWay = ({ state }: BulkRun): boolean => state === 'running' || state === 'undoing';

/** Without a line to the server. */
const lookMs = 3_000;

/** The run of this person that decides everything under a filter: as the server has it, also after a reload. */
export function useBulkRun() {
  const queries = useQueryClient();
  const { canDecide } = useReview();
  /** The run that this page saw at work: it stays on the screen when it has ended, until it is dismissed. */
  const [followed, setFollowed] = useState<string | null>(null);
  const [late, setLate] = useState<string | null>(null);
  const [fault, setFault] = useState<{ title: string; reason: string } | null>(null);
  const { data: run = null } = useQuery({
    queryKey: keys.bulkRun(followed),
    queryFn: async ({ signal }) =>
      followed === null
        ? (await call(bulkRunsEndpoints.currentBulkRun, { signal })).run
        : (await call(bulkRunsEndpoints.getBulkRun, { params: { id: followed }, signal })).run,
    enabled: canDecide,
    refetchInterval: ({ state: { data } }) => (data && isUnderWay(data) ? lookMs : false),
  });
  const readAgain = () => void queries.invalidateQueries({ queryKey: keys.bulkRun(followed) });
  useLive({ onEvent: ({ type }) => type === 'bulk_run.updated' && readAgain(), onReconnect: readAgain });
  if (run && isUnderWay(run) && followed !== run.id) setFollowed(run.id);

  const endedId = run && run.undo_until !== null ? run.id : null;
  useEffect(() => {
    if (endedId === null) return;
    // What was decided is in the lists now, and so is what is left.
    void queries.invalidateQueries({ queryKey: keys.media.all });
    const timer = setTimeout(() => setLate(endedId), limits.decisionHoldMs);
    return () => clearTimeout(timer);
  }, [endedId, queries]);

  const show = ({ run: next }: { run: BulkRun }) => {
    queries.setQueryData(keys.bulkRun(next.id), next);
    setFollowed(next.id);
  };
  const ask = (title: string, task: () => Promise<{ run: BulkRun }>) => {
    setFault(null);
    task().then(show, (error: unknown) => setFault({ title, reason: errorMessage(error, messages.requestFailed) }));
  };
  return {
    /** null = nothing to show. */
    run: run !== null && followed === run.id ? run : null,
    canUndo: run !== null && run.undo_until !== null && late !== run.id,
    fault,
    start: async (body: BulkRunInput) => show(await call(bulkRunsEndpoints.startBulkRun, { body })),
    cancel: ({ id }: BulkRun) =>
      ask('Could not cancel the selection', () => call(bulkRunsEndpoints.cancelBulkRun, { params: { id } })),
    undo: ({ id }: BulkRun) => ask('Could not undo the selection', () => call(bulkRunsEndpoints.undoBulkRun, { params: { id } })),
    dismiss: () => {
      setFault(null);
      setFollowed(null);
      queries.setQueryData(keys.bulkRun(null), null);
    },
  };
}

export type FollowedRun = ReturnType<typeof useBulkRun>;
