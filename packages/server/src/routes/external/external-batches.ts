import { endpoints } from '@clearframe/contract';
import { createBatch } from '../../batches/create-batch.ts';
import { readBatch } from '../../batches/read-batch.ts';
import type { Context } from '../../context.ts';
import { idempotencyKeyOf } from '../../idempotency/idempotency-key.ts';
import type { Route } from '../http/route.ts';

/** Uploads of many addresses as one job, and how far it is. */
export function externalBatchRoutes(route: Route, context: Context): void {
  const { apiCreateBatch, apiGetBatch } = endpoints;
  route(apiCreateBatch, async ({ caller, body, request, reply }) => {
    await context.rateLimits.take('batch-account', caller.accountId, reply);
    const id = await createBatch(context, {
      accountId: caller.accountId,
      accessTokenId: caller.accessToken?.id ?? null,
      items: body.items,
      route: `${apiCreateBatch.method} ${apiCreateBatch.path}`,
      key: idempotencyKeyOf(request),
    });
    return { status: 202, data: { batch: await readBatch(context, caller, id) } };
  });
  route(apiGetBatch, async ({ caller, params }) => ({
    data: { batch: await readBatch(context, caller, params.id) },
  }));
}
