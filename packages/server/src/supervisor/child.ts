import { type ChildProcess, fork } from 'node:child_process';
import { childEnvironment } from '../environment.ts';
import type { JobName } from '../queue/jobs.ts';
import type { Claim } from '../queue/queue.ts';
import type { ProcessLimits } from './limits.ts';
import { FromChild, type Setup, type ToChild } from './protocol.ts';

export type Death = {
  /** Jobs that it was busy with. */
  jobs: (Claim & { name: JobName })[];
  /** In words, for the log. */
  reason: string;
  livedMs: number;
  wasReady: boolean;
  /** It was ended for something that neither it nor its jobs did. */
  isBlameless: boolean;
};

export type ChildOptions = {
  entry: string;
  execArgv?: readonly string[];
  setup: Setup;
  limits: ProcessLimits;
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
  /** @param isBlameless neither the process nor its jobs are why */
  kill(reason: string, isBlameless?: boolean): void;
};

/** One process of ours, with what it is busy with. It ends by itself when this process is gone (the channel closes). */
export function startChild(options: ChildOptions): Child {
  const { limits } = options;
  const child: ChildProcess = fork(options.entry, {
    execArgv: [...(options.execArgv ?? [])],
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
  let killed: { reason: string; isBlameless: boolean } | null = null;
  let stopping: Promise<void> | null = null;
  const gone = new Promise<void>((resolve) => {
    const end = (why: string): void => {
      const { reason, isBlameless } = killed ?? { reason: why, isBlameless: false };
      options.onDeath({ jobs: [...jobs.values()], reason, isBlameless, livedMs: Date.now() - startedAt, wasReady: ready });
      resolve();
    };
    child.once('exit', (code, signal) => end(signal ? `ended by ${signal}` : `ended with ${code}`));
    child.once('error', (error) => child.pid === undefined && end(error.message));
  });
  const send = (message: ToChild): void => {
    // The channel may close between the look and the write; the death that follows is what counts.
    if (child.connected) child.send(message, () => undefined);
  };
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
  const kill = (reason: string, isBlameless = false): void => {
    killed ??= { reason, isBlameless };
    child.kill('SIGKILL');
  };
  send({ type: 'setup', ...options.setup });
  return {
    pid: child.pid ?? 0,
    decoderPid: () => decoderPid,
    busySince: () => (jobs.size === 0 ? null : Math.min(...[...jobs.values()].map((job) => job.since))),
    isOnLongJob: () => [...jobs.values()].some((job) => job.isLong),
    drain: () => send({ type: 'drain' }),
    stop() {
      stopping ??= (async () => {
        send({ type: 'stop' });
        // Its jobs are not why: another process, or the next start, has to take them.
        const timer = setTimeout(() => kill('was killed because it did not stop', true), limits.stopMs);
        await gone;
        clearTimeout(timer);
      })();
      return stopping;
    },
    kill,
  };
}
