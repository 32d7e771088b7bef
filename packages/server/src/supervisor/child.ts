import { type ChildProcess, fork } from 'node:child_process';
import type { Listener } from '../db/listener.ts';
import { childEnvironment } from '../environment.ts';
import type { restartReasons } from '../metrics/create-metrics.ts';
import type { JobName } from '../queue/jobs.ts';
import type { Claim } from '../queue/queue.ts';
import type { ProcessLimits } from './limits.ts';
import { FromChild, type MetricsOf, type Setup, type ToChild } from './protocol.ts';
import { createRelay } from './relay.ts';

/** Arguments of Node for every process of ours that uses the database. */
export const quickImports = ['--import', new URL('../quick-imports.ts', import.meta.url).href];

type RestartReason = (typeof restartReasons)[number];

export type Death = {
  /** Jobs that it was busy with. */
  jobs: (Claim & { name: JobName })[];
  /** In words, for the log. */
  reason: string;
  livedMs: number;
  wasReady: boolean;
  /** It was ended for something that neither it nor its jobs did. */
  isBlameless: boolean;
  why: RestartReason;
};

/** Neither a process nor its jobs are why the database began anew. */
type KillReason = { why: RestartReason; isBlameless?: boolean };

export type ChildOptions = {
  entry: string;
  execArgv?: readonly string[];
  setup: Setup;
  limits: ProcessLimits;
  /** The machine's, which hears for it. */
  listener: Listener;
  onReady: (address: string | undefined) => void;
  onDeath: (death: Death) => void;
};

export type Child = {
  readonly pid: number;
  /** The process that decodes for it; null while there is none. */
  decoderPid(): number | null;
  /** When the longest running job began, or last said that it gets on (ms since epoch); null while there is none. */
  busySince(): number | null;
  /** Whether a job is under way that says how it gets on: such a one takes longer than a stopping process is given. */
  isOnLongJob(): boolean;
  /** Asks it to say that it leaves, and to go on. */
  drain(): void;
  /** Asks it to finish what it does and end; kills it when it does not. Resolves when it is gone. */
  stop(): Promise<void>;
  /** What it counts; null when it does not answer in time. */
  metrics(of: MetricsOf): Promise<string | null>;
  /** @param how `isBlameless`: neither the process nor its jobs are why */
  kill(reason: string, how: KillReason): void;
};

/** One process of ours, with what it is busy with. It ends by itself when this process is gone (the channel closes). */
export function startChild(options: ChildOptions): Child {
  const { limits } = options;
  const child: ChildProcess = fork(options.entry, {
    execArgv: [...quickImports, ...(options.execArgv ?? [])],
    // Settings travel by message: whoever reads a process's environment finds no secret there.
    env: childEnvironment(),
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    serialization: 'advanced',
  });
  const startedAt = Date.now();
  // By claim and not by job: a run that lost its claim may still go on when this process takes the job again.
  const jobs = new Map<string, Claim & { name: JobName; since: number; isLong: boolean }>();
  let ready = false;
  let decoderPid: number | null = null;
  let killed: (KillReason & { reason: string }) | null = null;
  let asks = 0;
  const asked = new Map<number, (text: string | null) => void>();
  let stopping: Promise<void> | null = null;
  const gone = new Promise<void>((resolve) => {
    const end = (said: string, itself: RestartReason = 'crashed'): void => {
      const { reason, why, isBlameless = false } = killed ?? { reason: said, why: itself };
      relay.end();
      for (const answer of asked.values()) answer(null);
      const livedMs = Date.now() - startedAt;
      options.onDeath({ jobs: [...jobs.values()], reason, why, isBlameless, livedMs, wasReady: ready });
      resolve();
    };
    child.once('exit', (code, signal) =>
      end(signal ? `ended by ${signal}` : `ended with ${code}`, code === 0 ? 'recycled' : 'crashed'),
    );
    child.once('error', (error) => child.pid === undefined && end(error.message));
  });
  const send = (message: ToChild, onSent = (): void => undefined): void => {
    // The channel may close between the look and the write; the death that follows is what counts.
    if (child.connected) child.send(message, () => onSent());
  };
  const relay = createRelay(options.listener, send);
  child.on('message', (message) => {
    const parsed = FromChild.safeParse(message);
    if (!parsed.success) return;
    if (parsed.data.type === 'ready') {
      ready = true;
      options.onReady(parsed.data.address);
      return;
    }
    if (parsed.data.type === 'decoder') {
      decoderPid = parsed.data.pid;
      return;
    }
    if (parsed.data.type === 'hear') return relay.hear(parsed.data.channel);
    if (parsed.data.type === 'metrics') {
      asked.get(parsed.data.ask)?.(parsed.data.text);
      return;
    }
    const { name, id, retryCount, state } = parsed.data;
    const claim = `${id}/${retryCount}`;
    if (state === 'started') {
      jobs.set(claim, { name, id, retryCount, since: Date.now(), isLong: false });
    } else if (state === 'alive') {
      const job = jobs.get(claim);
      if (job) Object.assign(job, { since: Date.now(), isLong: true });
    } else {
      jobs.delete(claim);
    }
  });
  const kill = (reason: string, how: KillReason): void => {
    killed ??= { reason, ...how };
    child.kill('SIGKILL');
  };
  send({ type: 'setup', ...options.setup });
  return {
    pid: child.pid ?? 0,
    decoderPid: () => decoderPid,
    busySince: () => (jobs.size === 0 ? null : Math.min(...[...jobs.values()].map((job) => job.since))),
    isOnLongJob: () => [...jobs.values()].some((job) => job.isLong),
    drain: () => send({ type: 'drain' }),
    metrics(of) {
      asks += 1;
      const ask = asks;
      return new Promise((resolve) => {
        const answer = (text: string | null): void => {
          clearTimeout(timer);
          asked.delete(ask);
          resolve(text);
        };
        const timer = setTimeout(() => answer(null), limits.metricsMs);
        asked.set(ask, answer);
        if (child.connected) send({ type: 'metrics', ask, of });
        else answer(null);
      });
    },
    stop() {
      stopping ??= (async () => {
        send({ type: 'stop' });
        // Its jobs are not why: another process, or the next start, has to take them.
        const timer = setTimeout(
          () => kill('was killed because it did not stop', { why: 'hung', isBlameless: true }),
          limits.stopMs,
        );
        await gone;
        clearTimeout(timer);
      })();
      return stopping;
    },
    kill,
  };
}
