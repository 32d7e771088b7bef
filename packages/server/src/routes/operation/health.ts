import type { HealthAnswer } from '@clearframe/contract';
import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../context.ts';
import { productVersion } from '../../presence/product-version.ts';

/** Whoever asks waits no longer. */
const databaseTimeoutMs = 3_000;

async function state(check: () => Promise<unknown>): Promise<'ok' | 'failed'> {
  const late = new Promise<never>((_resolve, reject) => {
    setTimeout(() => reject(new Error('took too long')), databaseTimeoutMs).unref();
  });
  return Promise.race([check(), late]).then(
    () => 'ok',
    () => 'failed',
  );
}

/**
 * `/healthz`: this process answers, and names its version. `/readyz`: it can take requests, so it has the database. Parts that all
 * replicas share don't count: taking every replica out of the balancer helps nobody, and uploads wait in the queue while no analysis
 * process runs. `clearframe processes` lists those. A draining process (DRAIN_SECONDS) is not ready but answers everything; a stopping
 * server answers both with 503. `roles` = what this machine does.
 */
export function healthRoutes(app: FastifyInstance, { config, db, draining }: Pick<Context, 'config' | 'db' | 'draining'>): void {
  const health: HealthAnswer = { status: 'ok', version: productVersion() };
  app.get('/healthz', async (_request, reply) => reply.header('cache-control', 'no-store').send(health));

  app.get('/readyz', async (_request, reply) => {
    const database = await state(() => db.execute(sql`select 1`));
    const isReady = database === 'ok' && !draining.hasBegun;
    return reply
      .code(isReady ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({
        status: isReady ? 'ready' : draining.hasBegun ? 'stopping' : 'not ready',
        roles: config.roles,
        checks: { database },
      });
  });
}
