import { AppError, type PublicNotice } from '@clearframe/contract';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../context.ts';
import { escapeHtml } from '../../mail/templates/layout.ts';
import { longTime } from '../../mail/templates/long-time.ts';
import { noticeStatus } from '../../notices/read-notices.ts';
import { clientOf } from '../http/client-of.ts';
import { publicFrame, publicPolicy } from '../http/public-page.ts';

const outcomes: Record<NonNullable<PublicNotice['outcome']>, string> = {
  removed: 'The content was removed.',
  restricted: 'The content was restricted.',
  no_action: 'No action was taken.',
  not_found: 'The content was not found.',
};

const time = (iso: string) => `<time datetime="${iso}">${longTime(new Date(iso))}</time>`;

function statusPage({ number, received_at, due_at, outcome, answer, acknowledgement }: PublicNotice): string {
  const own = outcome === null && acknowledgement !== '' ? `<p class="typed">${escapeHtml(acknowledgement)}</p>\n` : '';
  const rows = [
    ['Status', outcome === null ? 'Waiting for a decision.' : outcomes[outcome]],
    ...(answer === null ? [] : [['Answer', `<p class="typed">${escapeHtml(answer)}</p>`]]),
    ['Received', time(received_at)],
    ['Decision due by', time(due_at)],
  ];
  const lines = rows.map(([name, words]) => `<div><dt>${name}</dt><dd>${words}</dd></div>`);
  const title = `Notice ${number}`;
  return publicFrame(
    title,
    '',
    `<h1>${title}</h1>${own}<section aria-label="Your notice"><dl>${lines.join('\n')}</dl></section>`,
    '',
  );
}

const unknown = publicFrame(
  'Notice not found',
  '',
  '<h1>Notice not found</h1><p>This link is not valid. Open the link in your email again.</p>',
  '',
);

/** What a notifier sees by the link of their mail. It runs no scripts. */
export function noticeStatusPage(app: FastifyInstance, context: Context): void {
  app.get<{ Params: { token: string } }>('/notice/status/:token', async (request, reply) => {
    await context.rateLimits.take('notice-read-address', clientOf(request), reply);
    reply.headers({
      'content-security-policy': publicPolicy,
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex',
    });
    reply.type('text/html; charset=utf-8');
    try {
      return reply.send(statusPage(await noticeStatus(context, request.params.token)));
    } catch (error) {
      if (error instanceof AppError && error.code === 'not_found') return reply.code(404).send(unknown);
      throw error;
    }
  });
}
