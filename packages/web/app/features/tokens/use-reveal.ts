import { messages } from '@clearframe/contract';
import { useState } from 'react';
import { useConfirmed } from '../../confirm/confirm-provider.tsx';
import { NotConfirmed } from '../../confirm/not-confirmed.ts';
import { errorMessage } from '../../error-message.ts';
import { useToast } from '../../ui/toast.tsx';

/** Reads a secret that needs a proof. `run` gives null when the person closed the question, or after it said what went wrong. */
export function useReveal() {
  const confirmed = useConfirmed();
  const toast = useToast();
  const [busy, setBusy] = useState(false);
  const run = async (reveal: () => Promise<string>): Promise<string | null> => {
    setBusy(true);
    try {
      return await confirmed(reveal);
    } catch (error) {
      if (!(error instanceof NotConfirmed)) toast(errorMessage(error, messages.anErrorOccurred));
      return null;
    } finally {
      setBusy(false);
    }
  };
  return { busy, run };
}
