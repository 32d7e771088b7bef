import { createHash } from 'node:crypto';
import { AppError, type PublicNotice } from '@clearframe/contract';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../context.ts';
import { escapeHtml } from '../../mail/templates/layout.ts';
import { noticeStatus } from '../../notices/read-notices.ts';
import { clientOf } from '../http/client-of.ts';

const css = `:root{color-scheme:light dark}body{margin:0;font:16px/26px ui-sans-serif,system-ui,sans-serif}
main{max-width:40rem;margin:0 auto;padding:2rem 1rem}h1{font-size:1.5rem;line-height:2rem}dt{font-weight:600;margin-top:1rem}
dd,.own{margin:0;overflow-wrap:anywhere;white-space:pre-line}`;

const policy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(css).digest('base64')}'; \
frame-ancestors 'none'; base-uri 'none'; form-action 'none'`;

const outcomes: Record<NonNullable<PublicNotice['outcome']>, string> = {
  removed: 'The content was removed.',
  restricted: 'The content was restricted.',
  no_action: 'No action was taken.',
  not_found: 'The content was not found.',
};

const time = (iso: string) => `<time datetime="${iso}">${iso.slice(0, 16).replace('T', ' ')} UTC</time>`;

function page(title: string, body: string): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex"><title>${title}</title><style>${css}</style></head>
<body><main><h1>${title}</h1>
${body}
<p><small>Not legal advice.</small></p></main></body></html>
`;
}

function statusPage({ number, received_at, due_at, outcome, answer, acknowledgement }: PublicNotice): string {
  const decided = outcome === null ? 'Waiting for a decision.' : outcomes[outcome];
  const own = outcome === null && acknowledgement !== '' ? `<p class="own">${escapeHtml(acknowledgement)}</p>\n` : '';
  return page(
    `Notice ${number}`,
    `${own}<dl><dt>Status</dt><dd>${decided}</dd>${answer === null ? '' : `<dt>Answer</dt><dd>${escapeHtml(answer)}</dd>`}
<dt>Received</dt><dd>${time(received_at)}</dd><dt>Decision due by</dt><dd>${time(due_at)}</dd></dl>`,
  );
}

const unknown = page('Notice not found', '<p>This link is not valid. Open the link in your email again.</p>');

/** What a notifier sees by the link of their mail. It runs no scripts. */
export function noticeStatusPage(app: FastifyInstance, context: Context): void {
  app.get<{ Params: { token: string } }>('/notice/status/:token', async (request, reply) => {
    await context.rateLimits.take('notice-read-address', clientOf(request), reply);
    reply.headers({ 'content-security-policy': policy, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
    reply.type('text/html; charset=utf-8');
    try {
      return reply.send(statusPage(await noticeStatus(context, request.params.token)));
    } catch (error) {
      if (error instanceof AppError && error.code === 'not_found') return reply.code(404).send(unknown);
      throw error;
    }
  });
}
