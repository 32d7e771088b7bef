import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Config } from './config.ts';
import { does } from './config-roles.ts';
import { chooseLevel } from './confinement/choose-level.ts';
import { confinementNotice } from './confinement/level.ts';
import { modelFolders } from './confinement/model-folders.ts';
import { residentTreeBytes } from './confinement/resident-tree.ts';
import { createListener } from './db/listener.ts';
import { createPool } from './db/pool.ts';
import { residentBytes } from './db/process-info.ts';
import { createQueue, type Queue } from './queue/index.ts';
import { jobNames } from './queue/jobs.ts';
import { createReporter } from './queue/report-troubles.ts';
import { untilAnswered } from './queue/until-answered.ts';
import { readSecretKey } from './security/secret-key.ts';
import { type Assigned, assignRoles } from './supervisor/assign-roles.ts';
import { type Child, type Death, startChild } from './supervisor/child.ts';
import { lockDataDir } from './supervisor/data-dir-lock.ts';
import { keepDatabase } from './supervisor/database.ts';
import { type KeptAlive, keepAlive } from './supervisor/keep-alive.ts';
import { type ProcessLimits, processLimits } from './supervisor/limits.ts';
import { limitsWithModels } from './supervisor/model-bytes.ts';
import type { Monitor } from './supervisor/monitor.ts';
import { portProblem } from './supervisor/port.ts';
import { makeDataDir, prepare } from './supervisor/prepare.ts';
import type { Setup } from './supervisor/protocol.ts';
import { refuseRole } from './supervisor/refuse-role.ts';
import { watchChildren } from './supervisor/watch.ts';
import { requireTracing } from './tracing/start-tracing.ts';

export type SupervisorOptions = {
  print?: (line: string) => void;
  /** Somebody asks to stop while it starts: a start that waits for others ends then. */
  stopping?: AbortSignal;
  limits?: ProcessLimits;
  /** Other programs in the children's place: for tests of the supervisor itself. */
  entries?: { api: string; analysis: string };
};

export type Supervisor = {
  address: string | null;
  /** Where metrics are read; null = nowhere. */
  metricsAddress: string | null;
  pids(): { api: number[]; analysis: number[] };
  stop(): Promise<void>;
};

const entryOf = (name: string): string => fileURLToPath(new URL(`./processes/${name}.ts`, import.meta.url));

/**
 * A small young generation: with V8's own size the garbage of loading our modules alone keeps 150 MB resident.
 * Big buffers (uploads, pixels) lie outside the heap and are not touched by it.
 */
const apiArgs = ['--max-semi-space-size=2'];
const analysisArgs = ['--max-semi-space-size=2', '--max-old-space-size=192'];

/**
 * Starts everything that this machine shall run and keeps it running: database, API process, analysis processes.
 * @throws Error whose message is one line for the person who started it
 */
export async function startSupervisor(config: Config, options: SupervisorOptions = {}): Promise<Supervisor> {
  const { print = console.log } = options;
  const limits = limitsWithModels(options.limits ?? processLimits, config.analysers);
  const entries = options.entries ?? { api: entryOf('api'), analysis: entryOf('analysis') };
  refuseRole(config);
  requireTracing(config);
  const undo: (() => unknown)[] = [];
  const leaving = new AbortController();
  const stopAll = async (): Promise<void> => {
    leaving.abort();
    for (const step of undo.splice(0).reverse()) await step();
  };
  try {
    makeDataDir(config.dataDir);
    if (config.databaseUrl === null) {
      const release = await lockDataDir(config.dataDir);
      if (!release)
        throw new Error(`Clearframe is already running on ${config.dataDir}. Stop it, or set DATA_DIR to another folder.`);
      undo.push(release);
    }
    const problem = does(config, 'http') ? await portProblem(config.port, config.host) : null;
    if (problem) throw new Error(problem);
    const monitor = config.metricsPort === null ? null : await loadMonitor(config);
    if (monitor) undo.push(monitor.close);

    const confinement = await chooseLevel(config.dataDir, modelFolders(config));
    const notice = confinementNotice(confinement);
    if (notice !== null) print(notice);

    const kept: KeptAlive[] = [];
    // Requests and jobs that the database left in the middle are taken up at once by new processes; in the old ones each
    // would have to notice for itself, and their claims would stand in the way until they time out.
    const startAgain = (): void => {
      for (const one of kept) one.current().kill('was started again with the database', { why: 'database', isBlameless: true });
    };
    const database = await keepDatabase(config, print, startAgain);
    undo.push(database.stop);
    const setup: Setup = {
      config: { ...config, databaseUrl: database.url, secretKey: await readSecretKey(config) },
      alone: database.exclusive,
      roles: config.roles,
      picturesFirst: false,
      confinement,
    };
    await prepare(entryOf('prepare'), setup, options.stopping);
    const directUrl = config.directUrl ?? database.url;
    const complain = createReporter((error, part) => print(`${part}: ${error instanceof Error ? error.message : String(error)}`));
    const pool = createPool({
      url: database.url,
      name: 'clearframe supervisor',
      max: 2,
      onError: (error) => complain(error, 'Database'),
    });
    undo.push(pool.close);
    const queue = createQueue({ pool, listener: null, keeper: { directUrl }, onError: (error) => complain(error, 'Queue') });
    await queue.start();
    undo.push(queue.stop);
    if (database.exclusive) await failLeftovers(queue);

    const listener = createListener({
      url: directUrl,
      onError: (error) => complain(error, 'Announcements'),
      ...(monitor ? { onReconnect: monitor.onReconnect } : {}),
    });
    undo.push(listener.close);
    const hopeless = Promise.withResolvers<never>();
    hopeless.promise.catch(() => undefined);
    const keep = (name: string, entry: string, execArgv: readonly string[], own: Assigned): KeptAlive => {
      const one = keepAlive({
        name,
        limits,
        print,
        start: (handlers) => startChild({ entry, execArgv, setup: { ...setup, ...own }, limits, listener, ...handlers }),
        onLostJobs: (death) => failLostJobs(queue, death, print, leaving.signal),
        onHopeless: (reason) => hopeless.reject(new Error(reason)),
        ...(monitor ? { onRestart: monitor.onRestart } : {}),
      });
      monitor?.watch(name, one);
      return one;
    };
    const { server, analysing } = assignRoles(config);
    const api = server === null ? [] : [keep('api', entries.api, apiArgs, server)];
    const analysis = analysing.map((own, n) => keep(`analysis ${n + 1}`, entries.analysis, analysisArgs, own));
    kept.push(...api, ...analysis);
    undo.push(() => Promise.all(kept.map((one) => one.stop())));
    undo.push(watchChildren(analysis, limits, residentWithDecoder));
    const ready = await Promise.race([Promise.all(kept.map((one) => one.ready)), hopeless.promise]);
    monitor?.setReady(true);
    return {
      metricsAddress: monitor?.address ?? null,
      address: (api.length > 0 ? ready[0] : undefined) ?? null,
      pids: () => ({ api: api.map((kept) => kept.current().pid), analysis: analysis.map((kept) => kept.current().pid) }),
      async stop() {
        monitor?.setReady(false);
        if (does(config, 'http') && config.drainMs > 0) {
          for (const one of api) one.drain();
          await sleep(config.drainMs);
        }
        await stopAll();
      },
    };
  } catch (error) {
    await stopAll();
    throw error;
  }
}

/** Loaded when it is needed: most installations are one machine that nobody scrapes. */
async function loadMonitor(config: Config): Promise<Monitor> {
  const { startMonitor } = await import('./supervisor/monitor.ts');
  return await startMonitor(config);
}

/** What an analysis process takes together with its decoder. */
function residentWithDecoder(child: Child): number | null {
  const own = residentBytes(child.pid);
  const decoderPid = child.decoderPid();
  const decoders = decoderPid === null ? null : residentTreeBytes(decoderPid);
  return own === null ? null : own + (decoders ?? 0);
}

/** Whatever counts as running in a database that nobody else uses ran in an earlier life of this server. */
async function failLeftovers(queue: Queue): Promise<void> {
  for (const name of jobNames) await queue.failJobs(name, await queue.running(name), 'the server was stopped');
}

/** Whoever has not answered by then lets the heartbeats decide. */
const databaseBackMs = 60_000;

/** Without this a job of a dead process waits for its heartbeat to be missed: 15 s instead of one. */
async function failLostJobs(queue: Queue, death: Death, print: (line: string) => void, leaving: AbortSignal): Promise<void> {
  // The database may be on its way back, too.
  const patience = AbortSignal.any([AbortSignal.timeout(databaseBackMs), leaving]);
  for (const { name, ...claim } of death.jobs) {
    const settle = () =>
      death.isBlameless ? queue.giveBack(name, [claim]) : queue.failJobs(name, [claim], `its process ${death.reason}`);
    await untilAnswered(settle, patience).catch((error: unknown) =>
      print(`Queue: ${error instanceof Error ? error.message : String(error)}`),
    );
  }
}
