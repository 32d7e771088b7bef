import { setTimeout as sleep } from 'node:timers/promises';
import { createApp } from '../app.ts';
import { createContext } from '../create-context.ts';
import { poolMax } from '../db/pool-max.ts';
import { releaseClaims } from '../idempotency/release-claims.ts';
import { createJobTable } from '../jobs/index.ts';
import { runJobs } from '../jobs/run-jobs.ts';
import { createClusterMetrics } from '../metrics/cluster-metrics.ts';
import { readClusterFacts } from '../metrics/read-cluster-facts.ts';
import { releaseAllLanes } from '../webhooks/lanes/leases.ts';
import { runLanes } from '../webhooks/lanes/run-lanes.ts';
import { runChild } from './child.ts';

/** How long requests under way may take to end when the process stops. */
const requestsMs = 10_000;

const noEngine = (): Promise<never> => Promise.reject(new Error('The API process analyses nothing'));

/** HTTP and event streams, the light jobs, or both. */
await runChild(async ({ config, roles, alone, confinement }, report, listener) => {
  // Nobody is asked from here: a machine that only answers HTTP need not have the folders of models.
  const context = await createContext(
    { ...config, analysers: [] },
    {
      name: 'api',
      roles,
      maxConnections: poolMax(config.poolMax, roles),
      listener,
      confinement,
      onJob: (event) => report({ type: 'job', ...event }),
    },
  );
  if (alone) await Promise.all([releaseClaims(context.db, context.clock.now()), releaseAllLanes(context.db)]);
  context.threads.start();
  const app = roles.includes('http') ? await createApp(context) : null;
  await runJobs(context, createJobTable(noEngine), { roles });
  if (roles.includes('jobs')) runLanes(context);
  const cluster = createClusterMetrics(() => readClusterFacts(context.db));
  const address = await app?.listen({ port: config.port, host: config.host });
  return {
    ...(address === undefined ? {} : { address }),
    metrics: (of) => (of === 'cluster' ? cluster() : context.metrics.expose()),
    drain() {
      context.draining.hasBegun = true;
    },
    async stop() {
      await Promise.race([app?.close(), sleep(requestsMs, undefined, { ref: false })]);
      // What still arrives then is cut off, so that jobs have their time.
      app?.server.closeAllConnections();
      await context.close();
    },
  };
});
