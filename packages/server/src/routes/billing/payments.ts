import { readFile } from 'node:fs/promises';
import { AppError, endpoints } from '@clearframe/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { receiveNotification } from '../../billing/receive-notification.ts';
import { sandboxPayment, settleSandboxPayment } from '../../billing/sandbox-payment.ts';
import type { Context } from '../../context.ts';
import type { PaymentProvider } from '../../payments/provider.ts';
import { clientOf } from '../http/client-of.ts';
import type { Route } from '../http/route.ts';
import { paymentsFor } from './payments-for.ts';
import { sandboxOverPage, sandboxPage, sandboxPolicy } from './sandbox-page.ts';

const files = {
  'engine.js': 'text/javascript; charset=utf-8',
  'engine.css': 'text/css; charset=utf-8',
  'page.js': 'text/javascript; charset=utf-8',
  'page.css': 'text/css; charset=utf-8',
};
const folder = new URL('../../../sandbox-pay/', import.meta.url);
const uuidForm = z.uuid();

const contentTypes = ['application/json', 'application/x-www-form-urlencoded'];

/** Test payments of local mode are this machine's alone. @throws AppError local_only */
function requirePayments(context: Context, request: FastifyRequest): void {
  if (context.payments !== null && paymentsFor(context, request) === null)
    throw new AppError('local_only', { detail: request.notLocal ?? 'test payments' });
}

/** The door of notifications. The bytes stay as they came, because the signature covers them. */
function notifyRoute(app: FastifyInstance, context: Context, payments: PaymentProvider): void {
  app.register(async (own) => {
    own.removeContentTypeParser('application/json');
    own.addContentTypeParser(contentTypes, { parseAs: 'buffer' }, async (_request: unknown, body: Buffer) => ({ bytes: body }));
    own.post<{ Body: { bytes: Buffer } | undefined }>(`/api/payments/${payments.id}/notify`, async (request, reply) => {
      await context.rateLimits.take('notify-address', clientOf(request), reply);
      requirePayments(context, request);
      const body = Buffer.isBuffer(request.body?.bytes) ? request.body.bytes : Buffer.alloc(0);
      const refused = (error: unknown) => {
        if (error instanceof AppError && error.code === 'notification_refused')
          request.log.warn({ detail: error.detail, bytes: body.length }, 'a payment notification was refused');
        throw error;
      };
      await receiveNotification(context, payments, { headers: request.headers, body, ip: request.ip }).catch(refused);
      return reply.header('cache-control', 'no-store').send({ status: 'success', data: null });
    });
  });
}

/** Notifications of the payment provider, and the page that plays one (SUB-04). Nothing of it answers where it takes no payments. */
export async function paymentRoutes(app: FastifyInstance, route: Route, context: Context): Promise<void> {
  route(endpoints.settleSandboxPayment, async ({ caller, params, body, request }) => {
    requirePayments(context, request);
    const settled = { ...body, accountId: caller.accountId, uuid: params.uuid };
    return { data: { status: await settleSandboxPayment(context, settled) } };
  });
  if (context.payments) notifyRoute(app, context, context.payments);
  if (context.payments?.id !== 'sandbox') return;

  for (const [name, type] of Object.entries(files)) {
    const bytes = await readFile(new URL(name, folder));
    app.get(`/sandbox-pay/${name}`, async (request, reply) => {
      requirePayments(context, request);
      return reply.header('cache-control', 'no-cache').type(type).send(bytes);
    });
  }

  app.get<{ Params: { uuid: string } }>('/sandbox-pay/:uuid', async (request, reply) => {
    requirePayments(context, request);
    const { uuid } = request.params;
    const found = uuidForm.safeParse(uuid).success ? await sandboxPayment(context, uuid) : undefined;
    if (!found) throw new AppError('payment_not_found');
    return reply
      .headers({
        'content-security-policy': sandboxPolicy,
        'x-frame-options': 'SAMEORIGIN',
        'cache-control': 'no-store',
        'referrer-policy': 'no-referrer',
      })
      .type('text/html; charset=utf-8')
      .send(found.isOpen ? sandboxPage(found) : sandboxOverPage);
  });
}
