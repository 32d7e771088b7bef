import { AppError } from '@clearframe/contract';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { listOutbox, readOutbox } from '../mail/outbox.ts';
import { readMail } from '../mail/read-mail.ts';
import { requireLocal } from '../security/local-only.ts';
import { type ListedMail, outboxPage, outboxPolicy } from './outbox-page.ts';

/** Mails that one page shows at most. */
const shownMails = 50;

/** What helps on one's own machine and is closed everywhere else. */
export function devRoutes(app: FastifyInstance, { config }: Context): void {
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
}
