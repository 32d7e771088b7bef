import { Gauge } from 'prom-client';
import type { Config } from '../config.ts';
import { does } from '../config-roles.ts';
import { createMetrics, restartReasons } from '../metrics/create-metrics.ts';
import { mergeMetrics } from '../metrics/merge-metrics.ts';
import { productRevision, productVersion } from '../presence/product-version.ts';
import type { Death } from './child.ts';
import type { KeptAlive } from './keep-alive.ts';
import { startMetricsServer } from './metrics-server.ts';

export type Monitor = {
  /** Where metrics are read. */
  address: string;
  /** Counts that a process was replaced. */
  onRestart(death: Death): void;
  /** Counts that the machine's listening connection was lost. */
  onReconnect(): void;
  /** Everything that this machine does has started, or is about to stop. */
  setReady(isReady: boolean): void;
  /** A process to ask: "analysis 1". */
  watch(name: string, kept: KeptAlive): void;
  close(): Promise<void>;
};

/**
 * Serves what the processes of this machine count, under one address: scrapers need not know how many there are, and a process that was
 * replaced keeps its place. `/metrics/cluster` is there where jobs run; one process reads those facts.
 * @throws Error with one sentence when METRICS_PORT cannot be had
 */
export async function startMonitor(config: Config): Promise<Monitor> {
  const own = createMetrics({ version: productVersion(), revision: productRevision(), runtime: true });
  // From the start on: of a series that begins with its first event Prometheus does not see that event.
  for (const why of restartReasons) own.workerRestarts.inc({ why }, 0);
  const answering = new Gauge({
    name: 'clearframe_process_answering',
    help: 'Whether a process of this machine said what it counts.',
    labelNames: ['name'],
    registers: [own.registry],
  });
  const watched = new Map<string, KeptAlive>();
  let isReady = false;

  async function ofMachine(): Promise<string> {
    const told = await Promise.all(
      [...watched].map(async ([process, kept]) => {
        const text = await kept.current().metrics('process');
        answering.set({ name: process }, text === null ? 0 : 1);
        return { process, text: text ?? '' };
      }),
    );
    return mergeMetrics([{ process: 'supervisor', text: await own.expose() }, ...told]);
  }

  /** Scrapers that come together are given one answer. */
  let underWay: Promise<string> | null = null;
  const once = (): Promise<string> => {
    underWay ??= ofMachine().finally(() => {
      underWay = null;
    });
    return underWay;
  };
  const ofCluster = async (): Promise<string | null> => (await watched.get('api')?.current().metrics('cluster')) ?? null;
  const pages = does(config, 'jobs') ? { '/metrics': once, '/metrics/cluster': ofCluster } : { '/metrics': once };
  const server = await startMetricsServer({ config, pages, isReady: () => isReady });
  return {
    address: server.address,
    onRestart: ({ why }) => own.workerRestarts.inc({ why }),
    onReconnect: () => own.listenerReconnects.inc(),
    watch: (name, kept) => void watched.set(name.replaceAll(' ', '-'), kept),
    setReady(now) {
      isReady = now;
    },
    close: server.close,
  };
}
