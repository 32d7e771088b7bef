import { expect, it } from 'vitest';
import type { Child, Death } from './child.ts';
import { keepAlive } from './keep-alive.ts';
import { processLimits } from './limits.ts';

it('OPS-04 has a process say that it leaves that takes the place of one which died while it left', async () => {
  const drained: number[] = [];
  const deaths: ((death: Death) => void)[] = [];
  const second = Promise.withResolvers<void>();
  const kept = keepAlive({
    name: 'api',
    limits: processLimits,
    print: () => undefined,
    start({ onDeath }): Child {
      const number = deaths.push(onDeath);
      return {
        pid: number,
        decoderPid: () => null,
        busySince: () => null,
        isOnLongJob: () => false,
        metrics: async () => null,
        drain() {
          drained.push(number);
          if (number === 2) second.resolve();
        },
        stop: async () => undefined,
        kill: () => undefined,
      };
    },
  });
  kept.drain();
  deaths[0]?.({ jobs: [], why: 'crashed', reason: 'ended by SIGKILL', livedMs: 60_000, wasReady: true, isBlameless: false });
  await second.promise;
  expect(drained).toEqual([1, 2]);
  await kept.stop();
});
