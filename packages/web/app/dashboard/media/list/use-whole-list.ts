import { type ManualVerdict, mediaEndpoints } from '@clearframe/contract';
import { useRef, useState } from 'react';
import { call } from '../../../shared/api/api.ts';
import { useToast } from '../../../shared/ui/toast.tsx';
import { type Filters, searchOf } from '../address.ts';

/** Everything that the filters let through at one moment. */
type Frozen = { search: string; newestId: string; total: number; capped: boolean };

/** Whether everything that matches is selected. It survives paging; other filters end it. */
export function useWholeList(filters: Filters) {
  const [frozen, setFrozen] = useState<Frozen | null>(null);
  const [busy, setBusy] = useState(false);
  const [asked, setAsked] = useState<ManualVerdict | null>(null);
  const [wasAsked, setWasAsked] = useState(false);
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
      if (turn === wanted.current) setBusy(false);
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
      setAsked(null);
      setBusy(false);
    },
    asked,
    /** Since the page was opened. */
    wasAsked,
    ask: (verdict: ManualVerdict | null) => {
      if (verdict !== null) setWasAsked(true);
      setAsked(verdict);
    },
  };
}

export type WholeList = ReturnType<typeof useWholeList>;
