import { createContext, lazy, type ReactNode, Suspense, use, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { NotConfirmed } from '../../../shared/api/not-confirmed.ts';
import { type Confirmed, createConfirmed } from './create-confirmed.ts';

/** Few people are asked, so its code comes when they are. */
const loadDialog = async () => ({ default: (await import('./confirm-dialog.tsx')).ConfirmDialog });
const ConfirmDialog = lazy(loadDialog);

const ConfirmContext = createContext<Confirmed | null>(null);

/**
 * Runs a sensitive call: `const confirmed = useConfirmed(); await confirmed(() => call(endpoints.x))`. When the server wants a
 * recent proof of who this is, a dialog asks for it and the call is repeated; closing the dialog rejects with NotConfirmed.
 */
export function useConfirmed(): Confirmed {
  const confirmed = use(ConfirmContext);
  if (!confirmed) throw new Error('ConfirmProvider is missing around this component');
  return confirmed;
}

type Question = { settle: () => void; giveUp: () => void };

/** Holds the one dialog that asks who this is, for every page inside. */
export function ConfirmProvider({ children }: { children: ReactNode }) {
  const [open, setOpen] = useState(false);
  const [asked, setAsked] = useState(false);
  const question = useRef<Question | null>(null);
  const end = useCallback((how: 'settle' | 'giveUp') => {
    const asked = question.current;
    question.current = null;
    setOpen(false);
    asked?.[how]();
  }, []);
  const confirmed = useMemo(
    () =>
      createConfirmed(async () => {
        // Where its code cannot be fetched, the call fails, and whoever presses again asks again.
        await loadDialog();
        await new Promise<void>((resolve, reject) => {
          question.current = { settle: resolve, giveUp: () => reject(new NotConfirmed()) };
          setAsked(true);
          setOpen(true);
        });
      }),
    [],
  );
  useEffect(() => () => end('giveUp'), [end]);
  return (
    <ConfirmContext value={confirmed}>
      {children}
      <Suspense>
        {asked ? <ConfirmDialog open={open} onConfirmed={() => end('settle')} onClose={() => end('giveUp')} /> : null}
      </Suspense>
    </ConfirmContext>
  );
}
