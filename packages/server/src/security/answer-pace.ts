import type { ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { isTooSlow, LOOK_MS, paceClock } from './pace-clock.ts';

export type AnswerPace = {
  /** Ends the connection of that answer when it is not read. */
  watch(answer: ServerResponse): void;
};

/**
 * Ends connections over which a file goes too slowly ({@link isTooSlow}): each holds one of the storage, and whoever reads
 * none would take them all. A player that waits asks again for the part that it lacks.
 */
export function keepAnswerPace(app: FastifyInstance, { now, repeat } = paceClock): AnswerPace {
  const leaving = new Map<ServerResponse, { lookedAt: number; lookedBytes: number }>();

  const stop = repeat(() => {
    const at = now();
    for (const [answer, { lookedAt, lookedBytes }] of leaving) {
      if (at - lookedAt < LOOK_MS) continue;
      const bytes = answer.socket?.bytesWritten ?? lookedBytes;
      if (isTooSlow(bytes - lookedBytes, at - lookedAt)) answer.destroy();
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
