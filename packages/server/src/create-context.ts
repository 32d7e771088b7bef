import { type Analyser, createAnalysersWith, createPanel, systemClock } from '@clearframe/engine/light';
import type { FastifyBaseLogger } from 'fastify';
import { createCaptcha } from './captcha/create-captcha.ts';
import type { Clock } from './clock.ts';
import type { Config } from './config.ts';
import type { MachineRole } from './config-roles.ts';
import { chooseLevel } from './confinement/choose-level.ts';
import { createConfine } from './confinement/confine.ts';
import type { ConfinementLevel } from './confinement/level.ts';
import { probeConfined } from './confinement/probe-confined.ts';
import type { Context } from './context.ts';
import { besidePool } from './db/beside-pool.ts';
import { createDb } from './db/client.ts';
import { createListener, type Listener } from './db/listener.ts';
import { nameStatements } from './db/prepared.ts';
import { createHashStore } from './hashes/hash-store.ts';
import { createPgLiveEvents } from './live/pg-live-events.ts';
import { createLog } from './log.ts';
import { createMailer } from './mail/create-mailer.ts';
import { createMetrics, watchPool } from './metrics/create-metrics.ts';
import { databaseErrorCode } from './metrics/database-error-code.ts';
import { measureStorage } from './metrics/measure-storage.ts';
import { createPayments } from './payments/create-payments.ts';
import { createDatabaseClock } from './presence/database-clock.ts';
import { startPresence } from './presence/presence.ts';
import { productRevision, productVersion } from './presence/product-version.ts';
import { createQueue, type JobEvent } from './queue/index.ts';
import { createFetcher } from './security/fetcher.ts';
import { createFileUrls } from './security/file-urls.ts';
import { createGuardedSend } from './security/guarded-send.ts';
import { createRateLimits } from './security/rate-limits.ts';
import { readSecretKey } from './security/secret-key.ts';
import { createSecrets } from './security/secrets.ts';
import { createTokenMemory } from './security/token-memory.ts';
import { machineName, withInstalled } from './settings/agree-on-settings.ts';
import { ownSettings } from './settings/installed-settings.ts';
import { openStorage } from './storage/open-storage.ts';
import { createThreadPool } from './threads/thread-pool.ts';
import { createFindVideoTools } from './tools/find-video-tools.ts';
import { waitForTools } from './tools/wait-for-tools.ts';
import { startTracing } from './tracing/start-tracing.ts';
import { traceAnalysers } from './tracing/trace-analysers.ts';

/** Two cores can be kept busy by two accounts; a third waits. Either thread holds the words of some hundred items. */
const threadLimits = { size: 2, heapMb: 128 };

export type ContextOptions = {
  /** Shows in the log and in the database's list of connections. */
  name?: string;
  /** What this process does, as the table of processes says it; its name without any. */
  roles?: readonly MachineRole[];
  clock?: Clock;
  log?: FastifyBaseLogger;
  /** Connections of the pool at most. */
  maxConnections?: number;
  /** Hears what is announced; closed with the context. Default a connection of its own. */
  listener?: Listener;
  /** Refuses work that holds a connection and asks for another, which else goes to the log. */
  isStrict?: boolean;
  /** How far decoders are shut in; found out without it. */
  confinement?: ConfinementLevel;
  /** Stand-ins for the analysers that run models of this machine: nothing is computed here. */
  localAnalysers?: readonly Analyser[];
  /** Told of every job that starts and ends here. */
  onJob?: (event: JobEvent) => void;
};

const localOf =
  ({ localAnalysers = [] }: ContextOptions) =>
  (): Analyser => {
    const [first] = localAnalysers;
    if (!first) throw new Error('Models of this machine run in a decoder, which was not started');
    return first;
  };

/**
 * Builds every part once and starts the queue. Nothing else makes parts, so that a test or another set-up replaces one here.
 * @param given its `databaseUrl` is set: the supervisor has started the embedded database where there is no other
 */
export async function createContext(given: Config, options: ContextOptions = {}): Promise<Context> {
  const { name = 'server', roles = [], maxConnections, onJob } = options;
  const url = given.databaseUrl;
  if (url === null) throw new Error('The context needs the address of a database');
  const databaseClock = createDatabaseClock();
  const clock = options.clock ?? databaseClock;
  const log = options.log ?? createLog(given, name);
  const secrets = createSecrets(await readSecretKey(given), given.previousKeys);
  const onError = (error: unknown, where = 'database') => log.error({ err: error, where }, 'a part failed');
  const version = productVersion();
  const metrics = createMetrics({ version, revision: productRevision(), runtime: given.metricsPort !== null });
  const pool = createDb({
    url,
    name: `clearframe ${name}`,
    onError,
    onFailure(error) {
      const code = databaseErrorCode(error);
      if (code !== null) metrics.databaseErrors.inc({ code });
    },
    onSecond(error) {
      if (options.isStrict) throw error;
      onError(error);
    },
    ...(maxConnections === undefined ? {} : { max: maxConnections }),
  });
  const { db } = pool;
  if (given.directUrl === null || given.directUrl === url) nameStatements(db);
  const config = await withInstalled(given, db);
  watchPool(metrics, pool);
  const presence = await startPresence({
    db,
    beside: besidePool(pool, { url, name: `clearframe ${name}` }),
    role: roles.join(',') || name,
    instance: machineName(config),
    version,
    settings: ownSettings(config, roles),
    onError: (error) => onError(error, 'presence'),
    onTime: databaseClock.set,
  });
  const onReconnect = () => metrics.listenerReconnects.inc();
  const listener = options.listener ?? createListener({ url: config.directUrl ?? url, onError, onReconnect });
  const queue = createQueue({ pool, listener, onError, ...(onJob ? { onJob } : {}) });
  const live = createPgLiveEvents({ db, listener, onError: (error) => onError(error, 'live') });
  const fetcher = createFetcher({ allowPrivateTargets: config.allowPrivateTargets });
  const confine = createConfine(options.confinement ?? (await chooseLevel(config.dataDir)), config.dataDir);
  const videoTools = createFindVideoTools({ config, log, confine });
  const guarded = createGuardedSend(config.analyserTargets);
  const analysers = createAnalysersWith(localOf(options), config.analysers, { send: guarded.send, clock: systemClock });
  const traces = await startTracing(config, { 'service.version': version, 'service.instance.id': presence.id });
  const context: Context = {
    config,
    log,
    metrics,
    clock,
    random: Math.random,
    db,
    draining: { hasBegun: false },
    presence,
    queue,
    live,
    secrets,
    fetcher,
    videoTools,
    storage: measureStorage(await openStorage(config), metrics),
    fileUrls: createFileUrls({ publicUrl: config.publicUrl, secrets, clock }),
    mailer: createMailer({ config, clock }),
    captcha: createCaptcha({ config, db, clock, secrets, log }),
    payments: createPayments({ config, secrets, clock, log }),
    probeVideo: async (path) => probeConfined(await waitForTools(videoTools()), path),
    hashStore: createHashStore(),
    threads: createThreadPool({ file: new URL('./processes/thread.ts', import.meta.url), ...threadLimits }),
    rateLimits: createRateLimits({ db, clock, config }),
    tokens: createTokenMemory({ clock, listener }),
    analysers: createPanel(traceAnalysers(analysers), {
      mode: config.analysersMode,
      clock: systemClock,
    }),
    workers: new Set(),
    async close() {
      // Jobs first: what still runs needs every other part.
      await Promise.all([queue.stop(), ...[...context.workers].map((worker) => worker.stop())]);
      await Promise.all([
        live.close(),
        context.threads.close(),
        fetcher.close(),
        context.analysers.close(),
        guarded.close(),
        context.captcha.close(),
        context.mailer.close(),
      ]);
      await traces.stop();
      await context.rateLimits.close();
      await listener.close();
      // After everything that it claims: whoever takes over finds it ended.
      await presence.close();
      await pool.close();
    },
  };
  await queue.start();
  return context;
}
