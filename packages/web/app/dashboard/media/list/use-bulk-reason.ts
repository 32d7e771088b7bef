import type { Label } from '@clearframe/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSay } from '../../../shared/ui/toast.tsx';
import { useReadAgain } from '../../shell/api/use-read-again.ts';
import { labelsQuery } from '../../shell/reasons/labels-query.ts';
import { offeredReasons } from '../decide/reasons.ts';

/** The reason that a Fail of several items bears; none chosen, each bears its usual one. It is forgotten with the selection. */
export function useBulkReason(isPicking: boolean) {
  const { data } = useQuery({ ...labelsQuery, enabled: isPicking });
  useReadAgain(String(isPicking), labelsQuery.queryKey);
  const say = useSay();
  const [id, setId] = useState<string | null>(null);
  if (!isPicking && id !== null) setId(null);
  const offered = offeredReasons(data ?? []);
  return {
    offered,
    /** One that was switched off meanwhile is chosen no more. */
    chosen: offered.find((label) => label.id === id) ?? null,
    onChoose: (chosen: string) => setId(chosen === '' ? null : chosen),
    /** By a key, which is read out. */
    onDigit(digit: string) {
      const picked: Label | undefined = offered[Number(digit) - 1];
      if (!picked) return;
      setId(picked.id);
      say(`Reason: ${picked.name}`);
    },
  };
}

export type BulkReasons = ReturnType<typeof useBulkReason>;
