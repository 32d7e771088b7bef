import type { Child, Death } from './child.ts';
import type { ProcessLimits } from './limits.ts';

export type KeepAliveOptions = {
  /** For the log: "api", "analysis 1". */
  name: string;
  start: (handlers: { onReady: (address: string | undefined) => void; onDeath: (death: Death) => void }) => Child;
  limits: ProcessLimits;
  print: (line: string) => void;
  /** It ended by itself, or was ended, and another takes its place. */
  onRestart?: (death: Death) => void;
  /** Jobs that died with it. */
  onLostJobs?: (death: Death) => Promise<void>;
  /** It never became ready, several times in a row. */
  onHopeless?: (reason: string) => void;
};

export type KeptAlive = {
  /** Resolves with the address when it is ready for the first time. */
  ready: Promise<string | undefined>;
  current(): Child;
  /** Asks it to say that it leaves, and whatever takes its place. */
  drain(): void;
  stop(): Promise<void>;
};

/** Starts a process and starts it again whenever it ends, more slowly when it ends early. */
export function keepAlive(options: KeepAliveOptions): KeptAlive {
  const { limits, name, print } = options;
  let stopped = false;
  let draining = false;
  let everReady = false;
  let earlyDeaths = 0;
  let timer: NodeJS.Timeout | undefined;
  let lost: Promise<unknown> = Promise.resolve();
  const first = Promise.withResolvers<string | undefined>();

  const onDeath = (death: Death): void => {
    if (death.jobs.length > 0) lost = Promise.all([lost, options.onLostJobs?.(death)]);
    if (stopped) return;
    const recycled = death.why === 'recycled';
    earlyDeaths = recycled || death.livedMs >= limits.healthyAfterMs ? 0 : earlyDeaths + 1;
    if (!everReady && earlyDeaths >= limits.failedStarts) {
      stopped = true;
      options.onHopeless?.(`the ${name} process does not start (${death.reason})`);
      return;
    }
    options.onRestart?.(death);
    const pauseMs = earlyDeaths <= 1 ? 0 : Math.min(limits.longestPauseMs, limits.firstPauseMs * 2 ** (earlyDeaths - 2));
    if (!recycled) print(`The ${name} process ${death.reason}; starting another${pauseMs > 0 ? ` in ${pauseMs} ms` : ''}.`);
    timer = setTimeout(() => {
      child = begin();
    }, pauseMs);
  };
  const begin = (): Child => {
    const begun = options.start({
      onReady(address) {
        everReady = true;
        first.resolve(address);
      },
      onDeath,
    });
    if (draining) begun.drain();
    return begun;
  };
  let child = begin();
  return {
    ready: first.promise,
    current: () => child,
    drain() {
      draining = true;
      child.drain();
    },
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await child.stop();
      await lost;
    },
  };
}
