import { AppError } from '@clearframe/contract';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { advanceBilling } from '../../billing/advance-billing.ts';
import type { Context } from '../../context.ts';
import { listOutbox, readOutbox } from '../../mail/outbox.ts';
import { readMail } from '../../mail/read-mail.ts';
import { advanceTrust } from '../../notices/advance-trust.ts';
import { requireLocal } from '../../security/local-only.ts';
import { type ListedMail, outboxPage, outboxPolicy } from './outbox-page.ts';

/** Mails that one page shows at most. */
const shownMails = 50;

/** How much time passes for billing: up to 400 days at once. */
const Advance = z.object({
  advance_ms: z
    .int()
    .min(1)
    .max(400 * 24 * 3_600_000),
  /** Whose dates move. */
  of: z.enum(['billing', 'trust']).default('billing'),
});

/** What helps on one's own machine and is closed everywhere else. */
export function devRoutes(app: FastifyInstance, context: Context): void {
  const { config } = context;
  if (!config.localMode) return;

  app.get('/dev/outbox', async (request, reply) => {
    requireLocal(config, request);
    const mails: ListedMail[] = [];
    for (const name of (await listOutbox(config.dataDir)).slice(0, shownMails)) {
      const eml = await readOutbox(config.dataDir, name);
      if (eml !== null) mails.push({ name, ...readMail(eml) });
    }
    return reply
      .headers({ 'content-security-policy': outboxPolicy, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
      .type('text/html; charset=utf-8')
      .send(outboxPage(mails, config));
  });

  app.get<{ Params: { name: string } }>('/dev/outbox/:name', async (request, reply) => {
    requireLocal(config, request);
    const eml = await readOutbox(config.dataDir, request.params.name);
    if (eml === null) throw new AppError('not_found');
    return reply.header('cache-control', 'no-store').type('text/plain; charset=utf-8').send(eml);
  });

  app.post('/dev/clock', async (request, reply) => {
    requireLocal(config, request);
    const asked = Advance.safeParse(request.body);
    if (!asked.success) {
      const message = 'advance_ms: whole milliseconds from 1 to 34560000000 (400 days)';
      throw new AppError('validation_failed', { message, errors: [{ path: 'advance_ms', message }] });
    }
    const { advance_ms: ms, of } = asked.data;
    const data = of === 'trust' ? await advanceTrust(context, ms) : await advanceBilling(context, ms);
    return reply.header('cache-control', 'no-store').send({ status: 'success', data });
  });
}
