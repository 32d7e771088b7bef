import type { ServerResponse } from 'node:http';
import { limits } from '@clearframe/contract';
import type { FastifyInstance } from 'fastify';

/** How often is looked, and over what time an answer's speed is taken. */
const LOOK_MS = 30_000;

export type AnswerPaceOptions = {
  /** Milliseconds of a clock that only goes on. */
  now?: () => number;
  /** Calls again and again, and returns what ends that. */
  repeat?: (look: () => void) => () => void;
};

export type AnswerPace = {
  /** Ends the connection of that answer when it is not read. */
  watch(answer: ServerResponse): void;
};

const repeatedly = (look: () => void): (() => void) => {
  const timer = setInterval(look, LOOK_MS).unref();
  return () => clearInterval(timer);
};

/**
 * Ends connections that take a file slower than {@link limits.uploadBytesPerSecond}: each holds one of the storage, and whoever reads
 * none would take them all. A player that waits asks again for the part that it lacks.
 */
export function keepAnswerPace(
  app: FastifyInstance,
  { now = () => performance.now(), repeat = repeatedly }: AnswerPaceOptions = {},
): AnswerPace {
  const leaving = new Map<ServerResponse, { lookedAt: number; lookedBytes: number }>();

  const stop = repeat(() => {
    const at = now();
    for (const [answer, { lookedAt, lookedBytes }] of leaving) {
      if (at - lookedAt < LOOK_MS) continue;
      const bytes = answer.socket?.bytesWritten ?? lookedBytes;
      const leastBytes = (limits.uploadBytesPerSecond * (at - lookedAt)) / 1_000;
      if (bytes - lookedBytes < leastBytes) answer.destroy();
      else leaving.set(answer, { lookedAt: at, lookedBytes: bytes });
    }
  });
  app.addHook('onClose', async () => stop());
  return {
    watch(answer) {
      leaving.set(answer, { lookedAt: now(), lookedBytes: answer.socket?.bytesWritten ?? 0 });
      // Also after its last byte was taken.
      answer.once('close', () => leaving.delete(answer));
    },
  };
}
