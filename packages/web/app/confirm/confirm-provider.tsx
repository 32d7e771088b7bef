import { createContext, type ReactNode, use, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { type Confirmed, createConfirmed } from './create-confirmed.ts';
import { NotConfirmed } from './not-confirmed.ts';

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
  const question = useRef<Question | null>(null);
  const end = useCallback((how: 'settle' | 'giveUp') => {
    const asked = question.current;
    question.current = null;
    setOpen(false);
    asked?.[how]();
  }, []);
  const confirmed = useMemo(
    () =>
      createConfirmed(
        () =>
          new Promise<void>((resolve, reject) => {
            question.current = { settle: resolve, giveUp: () => reject(new NotConfirmed()) };
            setOpen(true);
          }),
      ),
    [],
  );
  useEffect(() => () => end('giveUp'), [end]);
  return (
    <ConfirmContext value={confirmed}>
      {children}
      <ConfirmDialog open={open} onConfirmed={() => end('settle')} onClose={() => end('giveUp')} />
    </ConfirmContext>
  );
}
