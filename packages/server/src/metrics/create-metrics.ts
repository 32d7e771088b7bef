import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

export type MetricsOptions = {
  version: string;
  revision: string;
  /** What Node itself tells (memory, CPU, lag of the event loop) is measured too; only where somebody may read it. */
  runtime?: boolean;
};

/** Outcomes of an attempt at a webhook: taken, refused by an answer, no answer in time, nobody reached. */
export const webhookOutcomes = ['delivered', 'refused', 'timeout', 'unreachable'] as const;
/** Why another process took the place of one of ours. */
export const restartReasons = ['crashed', 'hung', 'memory', 'recycled', 'database'] as const;
/** Ways in which an analysis ends, and why. */
export const verdictReasons = {
  safe: ['scores', 'known_picture'],
  review: ['scores'],
  flagged: ['scores', 'keywords', 'known_picture', 'policy'],
  not_checked: ['failed', 'analyser', 'file'],
} as const;

/** Of what the library measures of Node: the rest is for its developers, and would take half of the series that a process may have. */
const keptOfRuntime = /^process_(?!virtual|heap)|^nodejs_eventloop_lag_(?:seconds|p99_seconds)$/;

/** Adds CPU, memory, descriptors and lag of the event loop of this process. */
function keepRuntimeMetrics(registry: Registry): void {
  collectDefaultMetrics({ register: registry });
  for (const { name } of registry.getMetricsAsArray()) if (!keptOfRuntime.test(name)) registry.removeSingleMetric(name);
}

/**
 * Everything that one process counts, under names that stay. Seconds and bytes, no ids as labels: whatever the load, a process has at
 * most 300 series.
 */
export function createMetrics({ version, revision, runtime = false }: MetricsOptions) {
  const registry = new Registry();
  const registers = [registry];
  // Before everything else: it takes out what it does not keep.
  if (runtime) keepRuntimeMetrics(registry);
  new Gauge({
    name: 'clearframe_build_info',
    help: 'Version of this process. Always 1.',
    labelNames: ['version', 'revision'],
    registers,
  }).set({ version, revision }, 1);

  const metrics = {
    /** Text in Prometheus' format. */
    expose: () => registry.metrics(),
    registry,
    requests: new Histogram({
      name: 'http_server_request_duration_seconds',
      help: 'Time from the head of a request to the end of its answer. Event streams and health checks are left out.',
      labelNames: ['method', 'route', 'status'],
      buckets: [0.1, 0.5, 2.5, 10],
      registers,
    }),
    uploadToVerdict: new Histogram({
      name: 'clearframe_upload_to_verdict_seconds',
      help: 'Time from an upload to its first verdict.',
      labelNames: ['kind', 'source'],
      buckets: [0.5, 1, 2, 5, 15, 60],
      registers,
    }),
    analysisCpu: new Counter({
      name: 'clearframe_analysis_cpu_seconds_total',
      help: 'CPU time of the decoder by stage, without the program that reads videos.',
      labelNames: ['stage'],
      registers,
    }),
    analyserRequests: new Counter({
      name: 'clearframe_analyser_requests_total',
      help: 'Items sent to an analyser beside the built-in one, by outcome.',
      labelNames: ['analyser', 'outcome'],
      registers,
    }),
    analyserTime: new Histogram({
      name: 'clearframe_analyser_seconds',
      help: 'Time of an analyser beside the built-in one for an item, with retries.',
      labelNames: ['analyser'],
      buckets: [0.5, 2, 10, 60],
      registers,
    }),
    webhookAttempts: new Counter({
      name: 'clearframe_webhook_attempts_total',
      help: 'Webhook attempts by outcome.',
      labelNames: ['outcome'],
      registers,
    }),
    webhookDelay: new Histogram({
      name: 'clearframe_webhook_delay_seconds',
      help: 'Delay of the first attempt at an event.',
      buckets: [1, 10, 60],
      registers,
    }),
    verdicts: new Counter({
      name: 'clearframe_verdicts_total',
      help: 'Finished analyses by verdict and reason.',
      labelNames: ['verdict', 'reason'],
      registers,
    }),
    frames: new Counter({
      name: 'clearframe_frames_total',
      help: 'Frames that were analysed and charged: one a picture, one a second of a video.',
      labelNames: ['kind'],
      registers,
    }),
    storage: new Histogram({
      name: 'clearframe_storage_seconds',
      help: 'Time of calls to the storage. Of a stream, until its first byte may be read.',
      labelNames: ['op', 'outcome'],
      buckets: [0.1, 1],
      registers,
    }),
    databaseErrors: new Counter({
      name: 'clearframe_database_errors_total',
      help: 'Failed statements and connections, by SQLSTATE or its class.',
      labelNames: ['code'],
      registers,
    }),
    listenerReconnects: new Counter({
      name: 'clearframe_listener_reconnects_total',
      help: 'How often the connection that hears announcements was lost.',
      registers,
    }),
    /** Of the supervisor. */
    workerRestarts: new Counter({
      name: 'clearframe_worker_restarts_total',
      help: 'Processes that another one replaced, by reason.',
      labelNames: ['why'],
      registers,
    }),
  };
  return metrics;
}

export type Metrics = ReturnType<typeof createMetrics>;

/** How many connections the pool has in use and idle, and how many calls wait for one. Looked at when somebody reads. */
export function watchPool(
  { registry }: Pick<Metrics, 'registry'>,
  { pool, waiting }: { pool: { totalCount: number; idleCount: number }; waiting(): number },
): void {
  new Gauge({
    name: 'clearframe_database_pool',
    help: 'Connections of the pool: in use, idle, and calls that wait for one.',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      this.set({ state: 'used' }, pool.totalCount - pool.idleCount);
      this.set({ state: 'idle' }, pool.idleCount);
      this.set({ state: 'waiting' }, waiting());
    },
  });
}

/** How many lanes of webhooks this process holds, by how they do. Looked at when somebody reads. */
export function watchLanes(
  { registry }: Pick<Metrics, 'registry'>,
  count: () => Record<'quick' | 'slow' | 'parked', number>,
): void {
  new Gauge({
    name: 'clearframe_webhook_lanes',
    help: 'Webhooks that this process tells: quick, slow (an answer took 5 s, or none came), parked by their Retry-After.',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      for (const [state, lanes] of Object.entries(count())) this.set({ state }, lanes);
    },
  });
}
