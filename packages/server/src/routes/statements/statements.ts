import { AppError, AppealInput, AppealWords, endpoints } from '@clearframe/contract';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Context } from '../../context.ts';
import { requirePerson } from '../../exports/export-row.ts';
import { getAppeal, listAppeals, receiveAppeal } from '../../statements/appeals.ts';
import { decideAppeal } from '../../statements/decide-appeal.ts';
import {
  findStatement,
  getStatement,
  listStatements,
  openStatement,
  publicStatement,
  type Stated,
} from '../../statements/read-statements.ts';
import { readStatementSettings, saveStatementSettings } from '../../statements/statement-settings.ts';
import { clientOf } from '../http/client-of.ts';
import { publicPolicy } from '../http/public-page.ts';
import { requireActor } from '../http/require-actor.ts';
import type { Route } from '../http/route.ts';
import { missingStatementPage, type Refused, statementPage } from './statement-page.ts';

/** 5,000 characters of four bytes, each as `%F0`. */
const formMaxBytes = 128 * 1_024;

const html = (reply: FastifyReply) =>
  reply
    .headers({
      'content-security-policy': publicPolicy,
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex',
    })
    .type('text/html; charset=utf-8');

/** What the form sent. No address is the same as an empty one. */
function readForm(body: unknown): { text: string; email: string } {
  const sent = new URLSearchParams(typeof body === 'string' ? body : '');
  return { text: (sent.get('text') ?? '').replaceAll('\r\n', '\n'), email: (sent.get('email') ?? '').trim() };
}

/** Why nothing was taken. Nobody can tell from a page alone how long a limit lasts. */
function faultOf({ message, retryAfterMs }: AppError): string {
  if (retryAfterMs === undefined) return message;
  const minutes = Math.ceil(retryAfterMs / 60_000);
  return `Too many appeals came from your network. Try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`;
}

/** The page behind the signed link, and its form. Neither reads a cookie. */
function statementPages(app: FastifyInstance, context: Context): void {
  const { clock, rateLimits } = context;
  const show = (reply: FastifyReply, stated: Stated, refused?: Refused) => {
    const { platformName, words } = stated.row.content;
    return html(reply).send(statementPage(platformName, publicStatement(context, stated), { now: clock.now(), refused, words }));
  };
  /** @returns undefined for a token that opens none */
  const open = async (token: string) => {
    try {
      return await openStatement(context, token);
    } catch (error) {
      if (error instanceof AppError && error.code === 'statement_not_found') return undefined;
      throw error;
    }
  };
  app.register(async (own) => {
    own.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: formMaxBytes },
      (_request: unknown, body: string, done: (error: null, value: string) => void) => done(null, body),
    );
    own.get<{ Params: { token: string } }>('/statement/:token', async (request, reply) => {
      const stated = await open(request.params.token);
      return stated ? show(reply, stated) : html(reply).code(404).send(missingStatementPage);
    });
    own.post<{ Params: { token: string } }>('/statement/:token', { bodyLimit: formMaxBytes }, async (request, reply) => {
      const stated = await open(request.params.token);
      if (!stated) return html(reply).code(404).send(missingStatementPage);
      const sent = readForm(request.body);
      try {
        const input = AppealInput.safeParse({ text: sent.text, ...(sent.email === '' ? {} : { email: sent.email }) });
        if (!input.success)
          throw new AppError('validation_failed', { message: input.error.issues[0]?.message ?? 'Check the form' });
        await rateLimits.take('appeal-address', clientOf(request), reply);
        await receiveAppeal(context, stated, 'somebody', input.data);
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        const again = (await open(request.params.token)) ?? stated;
        return show(reply.code(error.status), again, { message: faultOf(error), ...sent });
      }
      return html(reply).redirect(`/statement/${request.params.token}#appeal`, 303);
    });
  });
}

/** Why something is restricted, for members, programs and whoever was told the link; and appeals against it. */
export function statementRoutes(app: FastifyInstance, route: Route, context: Context): void {
  const { db, rateLimits } = context;
  const settings = async (accountId: string) => ({ statement_settings: await readStatementSettings(db, accountId) });
  route(endpoints.statementSettings, async ({ caller }) => ({ data: await settings(caller.accountId) }));
  route(endpoints.saveStatementSettings, async ({ caller, body }) => {
    await saveStatementSettings(context, requirePerson(caller), body);
    return { data: await settings(caller.accountId) };
  });
  for (const endpoint of [endpoints.listStatements, endpoints.apiListStatements] as const)
    route(endpoint, async ({ caller, query }) => ({ data: await listStatements(context, caller.accountId, query) }));
  for (const endpoint of [endpoints.getStatement, endpoints.apiGetStatement] as const)
    route(endpoint, async ({ caller, params }) => ({
      data: { statement: await getStatement(context, caller.accountId, params.id) },
    }));
  route(endpoints.readStatement, async ({ params }) => {
    const stated = await openStatement(context, params.token);
    const { platformName, words } = stated.row.content;
    const ownWords = AppealWords.parse(words ?? {});
    return { data: { platform_name: platformName, words: ownWords, statement: publicStatement(context, stated) } };
  });
  route(endpoints.appeal, async ({ params, body, request, reply }) => {
    const stated = await openStatement(context, params.token);
    await rateLimits.take('appeal-address', clientOf(request), reply);
    return { data: { appeal: await receiveAppeal(context, stated, 'somebody', body) } };
  });
  route(endpoints.apiAppeal, async ({ caller, params, body }) => {
    const stated = await findStatement(db, caller.accountId, params.id);
    return { data: { appeal: await receiveAppeal(context, stated, requireActor(caller), body) } };
  });
  route(endpoints.listAppeals, async ({ caller, query }) => ({ data: await listAppeals(db, caller.accountId, query) }));
  route(endpoints.getAppeal, async ({ caller, params }) => ({
    data: { appeal: await getAppeal(db, caller.accountId, params.id) },
  }));
  route(endpoints.decideAppeal, async ({ caller, params, body }) => {
    await decideAppeal(context, requirePerson(caller), params.id, body);
    return { data: { appeal: await getAppeal(db, caller.accountId, params.id) } };
  });
  statementPages(app, context);
}
