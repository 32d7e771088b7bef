import { messages } from '@clearframe/contract';
import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { errorMessage } from '../../../shared/api/error-message.ts';
import { NotConfirmed } from '../../../shared/api/not-confirmed.ts';
import { useConfirmed } from './confirm-provider.tsx';

type Plan<Input, Output> = {
  send: (input: Input) => Promise<Output>;
  onDone: (output: Output, input: Input) => void;
  /** The page's sentence when the server has none. */
  fallback?: string;
};

/** A sensitive change: asks for a proof of who this is where one is wanted. `failure` is null after a question that was closed. */
export function useConfirmedMutation<Input, Output>({ send, onDone, fallback = messages.anErrorOccurred }: Plan<Input, Output>) {
  const confirmed = useConfirmed();
  // `isPending` comes with a later render: a second press before it would send twice, and open what follows twice.
  const running = useRef(false);
  const { mutate, reset, isPending, error } = useMutation({
    mutationFn: (input: Input) => confirmed(() => send(input)),
    onSuccess: onDone,
    onSettled: () => {
      running.current = false;
    },
  });
  const run = (input: Input) => {
    if (running.current) return;
    running.current = true;
    mutate(input);
  };
  const failure = error === null || error instanceof NotConfirmed ? null : errorMessage(error, fallback);
  return { mutate: run, reset, isPending, failure };
}
