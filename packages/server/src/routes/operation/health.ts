import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../context.ts';
import { isAnalysisPresent } from '../../queue/presence.ts';

/** Whoever asks waits no longer for one part. */
const partTimeoutMs = 3_000;

async function state(check: () => Promise<unknown>): Promise<'ok' | 'failed'> {
  const late = new Promise<never>((_resolve, reject) => {
    setTimeout(() => reject(new Error('took too long')), partTimeoutMs).unref();
  });
  return Promise.race([check(), late]).then(
    () => 'ok',
    () => 'failed',
  );
}

/**
 * `/healthz`: this process answers. `/readyz`: the parts that a request needs answer too, `engine` being an analysis process that
 * takes jobs, here or on another machine. The reasons of a failure are in the log,
 * not in the answer, which strangers can read.
 */
export function healthRoutes(app: FastifyInstance, { db, queue, storage }: Context): void {
  app.get('/healthz', async (_request, reply) => reply.header('cache-control', 'no-store').send({ status: 'ok' }));

  app.get('/readyz', async (_request, reply) => {
    const [database, queued, stored, engine] = await Promise.all([
      state(() => db.execute(sql`select 1`)),
      state(() => queue.ready()),
      state(() => storage.ready()),
      state(async () => {
        if (!(await isAnalysisPresent(db))) throw new Error('no analysis process');
      }),
    ]);
    const checks = { database, queue: queued, storage: stored, engine };
    const ready = Object.values(checks).every((one) => one === 'ok');
    return reply
      .code(ready ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ status: ready ? 'ready' : 'not ready', checks });
  });
}
