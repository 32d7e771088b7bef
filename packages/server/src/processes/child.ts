import { ConfigError } from '../config.ts';
import type { Listener } from '../db/listener.ts';
import type { FromChild, Heard, MetricsOf, Setup, ToChild } from '../supervisor/protocol.ts';
import { createRelayedListener } from './relayed-listener.ts';

export type Running = {
  address?: string;
  /** Says that it leaves, and goes on. */
  drain?(): void;
  /** What it counts, in Prometheus' text format. @throws when it cannot be said now */
  metrics?(of: MetricsOf): Promise<string>;
  stop(): Promise<void>;
};
export type Report = (message: FromChild) => void;

const report: Report = (message) => {
  if (process.connected) process.send?.(message, undefined, undefined, () => undefined);
};

type Asked = {
  onStop(): void;
  onDrain?(): void;
  onMetrics?(of: MetricsOf): Promise<string> | undefined;
  onHeard?(heard: Heard): void;
};

/** What the supervisor sends first; the others are called when it asks for that. */
function setupFromSupervisor({ onStop, onDrain, onMetrics, onHeard }: Asked): Promise<Setup> {
  if (!process.connected) throw new Error('This process is started by the server: run src/main.ts');
  // Gone at once with the supervisor: the embedded database went too, so there is nothing left to finish.
  process.on('disconnect', () => process.exit(0));
  // Ctrl+C and the end of a terminal go to its whole group: the supervisor answers them, in order.
  for (const signal of ['SIGINT', 'SIGHUP'] as const) process.on(signal, () => undefined);
  process.on('SIGTERM', onStop);
  return new Promise((resolve) => {
    process.on('message', (message: ToChild) => {
      if (message.type === 'stop') return onStop();
      if (message.type === 'drain') return onDrain?.();
      if (message.type === 'metrics') {
        const answer = (text: string | null) => report({ type: 'metrics', ask: message.ask, text });
        return void Promise.resolve(onMetrics?.(message.of)).then(
          (text) => answer(text ?? null),
          () => answer(null),
        );
      }
      if (message.type !== 'setup') return onHeard?.(message);
      const { type: _, ...setup } = message;
      resolve(setup);
    });
  });
}

/** The code tells the supervisor. A wrong setting is the operator's: a line says it. Everything else is ours, and its stack says where. */
function fail(error: unknown): never {
  if (error instanceof ConfigError) console.error(error.message);
  else console.error(error instanceof Error ? (error.stack ?? error.message) : String(error));
  process.exit(1);
}

/** The life of a process under the supervisor: gets its configuration, starts, reports, stops when asked. */
export async function runChild(start: (setup: Setup, report: Report, listener: Listener) => Promise<Running>): Promise<void> {
  const asked = Promise.withResolvers<void>();
  let running: Running | null = null;
  let isDraining = false;
  const listener = createRelayedListener(report);
  const setup = await setupFromSupervisor({
    onStop: () => asked.resolve(),
    onDrain() {
      isDraining = true;
      running?.drain?.();
    },
    onMetrics: (of) => running?.metrics?.(of),
    onHeard: listener.onHeard,
  });
  running = await start(setup, report, listener).catch(fail);
  // It was asked while it started.
  if (isDraining) running.drain?.();
  report({ type: 'ready', ...(running.address === undefined ? {} : { address: running.address }) });
  await asked.promise;
  await running.stop().catch(fail);
  process.exit(0);
}

/** The life of a process that does one thing and ends: with 0 when it is done. Asked to stop, it waits for nobody any more. */
export async function runTask(task: (setup: Setup, signal: AbortSignal) => Promise<void>): Promise<void> {
  const asked = new AbortController();
  const setup = await setupFromSupervisor({ onStop: () => asked.abort() });
  await task(setup, asked.signal).catch((error: unknown) => (asked.signal.aborted ? process.exit(1) : fail(error)));
  process.exit(0);
}
