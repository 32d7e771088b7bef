import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../context.ts';

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
 * `/healthz`: this process answers. `/readyz`: it can be sent requests, which takes a connection to the database. What all replicas
 * share is no part of it: if it fails, taking each of them out of the balancer helps nobody, and uploads wait in the queue while no
 * analysis process is there. `clearframe processes` tells who is. About to stop (DRAIN_SECONDS) it is not ready and answers everything;
 * while the server stops both answer 503. `roles` = what this machine does.
 */
export function healthRoutes(app: FastifyInstance, { config, db, draining }: Pick<Context, 'config' | 'db' | 'draining'>): void {
  app.get('/healthz', async (_request, reply) => reply.header('cache-control', 'no-store').send({ status: 'ok' }));

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
