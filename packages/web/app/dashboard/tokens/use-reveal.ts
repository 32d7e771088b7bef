import { messages } from '@clearframe/contract';
import { useState } from 'react';
import { errorMessage } from '../../shared/api/error-message.ts';
import { NotConfirmed } from '../../shared/api/not-confirmed.ts';
import { useToast } from '../../shared/ui/toast.tsx';
import { useConfirmed } from '../shell/confirm/confirm-provider.tsx';

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
