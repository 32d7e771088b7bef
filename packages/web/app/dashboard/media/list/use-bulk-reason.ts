import type { Label } from '@clearframe/contract';
import { isCancelledError, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useSay, useToast } from '../../../shared/ui/toast.tsx';
import { useReadAgain } from '../../shell/api/use-read-again.ts';
import { labelsQuery } from '../../shell/reasons/labels-query.ts';
import { offeredReasons, reasonOf } from '../decide/reasons.ts';

/** The reason that a Fail of several items bears; none chosen, each bears its usual one. It is forgotten with the selection. */
export function useBulkReason(isPicking: boolean) {
  const queries = useQueryClient();
  const { data } = useQuery({ ...labelsQuery, enabled: isPicking });
  useReadAgain(String(isPicking), labelsQuery.queryKey);
  const say = useSay();
  const toast = useToast();
  const [id, setId] = useState<string | null>(null);
  const [isAwaited, setAwaited] = useState(false);
  if (!isPicking && id !== null) setId(null);
  const offered = offeredReasons(data ?? []);
  const choose = (labels: readonly Label[], digit: string) => {
    const picked = reasonOf(labels, digit);
    if (!picked) return;
    setId(picked.id);
    say(`Reason: ${picked.name}`);
  };
  /** A key that comes before the reasons do is not lost. */
  const chooseLater = async (digit: string) => {
    setAwaited(true);
    try {
      choose(await queries.fetchQuery(labelsQuery), digit);
    } catch (error) {
      // Whoever left the list misses nothing.
      if (!isCancelledError(error)) toast('Could not load the reasons. A Fail bears the usual one.', { isFault: true });
    } finally {
      setAwaited(false);
    }
  };
  return {
    offered,
    /** One was asked for and is not known yet. A Fail would bear another. */
    isAwaited,
    /** One that was switched off meanwhile is chosen no more. */
    chosen: offered.find((label) => label.id === id) ?? null,
    onChoose: (chosen: string) => setId(chosen === '' ? null : chosen),
    /** By a key, which is read out. */
    onDigit: (digit: string) => (data ? choose(data, digit) : void chooseLater(digit)),
  };
}

export type BulkReasons = ReturnType<typeof useBulkReason>;
