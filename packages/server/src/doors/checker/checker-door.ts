import { BlockList, isIPv6 } from 'node:net';
import { AppError, type AuthorInput, type CheckVerdict, limits, type Moderation, type OnReview } from '@clearframe/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../../context.ts';
import { type CheckerRow, findBySecret, touchChecker } from '../../moderation/check/checkers.ts';
import { readDoorSettings } from '../../moderation/check/door-settings.ts';
import { type Checked, verdictOf } from '../../moderation/check/finish-checks.ts';
import { runChecks } from '../../moderation/check/run-checks.ts';
import { requireFrames } from '../../moderation/upload/upload.ts';
import { readAuthorId } from '../../moderation/upload/upload-texts.ts';
import { clientOf } from '../../routes/http/client-of.ts';
import { discardRest } from '../../routes/upload/upload-form.ts';
import { noteWork } from '../../work-context.ts';
import { type DoorParts, type Refused, refuseBy, retryAfter } from '../shared/door.ts';
import { readSent } from './read-sent.ts';

const url = '/api/check/:secret';
const referenceMax = 200;
const referenceOf = ({ headers }: FastifyRequest): string | null =>
  String(headers['x-clearframe-reference'] ?? '').slice(0, referenceMax) || null;

/** @throws AppError validation_failed */
function authorOf({ raw }: FastifyRequest): AuthorInput | null {
  try {
    return readAuthorId(raw.headersDistinct['x-clearframe-author']);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    throw new AppError(error.code, { message: `X-Clearframe-Author: ${error.message}`, cause: error });
  }
}

const callers = new WeakMap<FastifyRequest, CheckerRow>();

/**
 * Yes or no to whoever sends a file: the status says it, so that a program needs to know nothing of ours. pict-rs takes any 2xx for
 * yes (`PICTRS__MEDIA__EXTERNAL_VALIDATION`). Source: doors-and-trust A3.
 */
export function checkerDoor(scope: FastifyInstance, parts: DoorParts): void {
  const { context } = parts;
  refuseBy(scope, (refused) => tellChecker(refused));
  // The bytes are read by who stores them, whatever they are called.
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
  scope.addHook('onRequest', async (request) => {
    callers.set(request, await admit(context, request));
  });
  scope.get(url, async (request, reply) => {
    const { accountId, name } = checkerOf(request);
    const ready = await requireFrames(context, accountId).then(
      () => true,
      () => false,
    );
    return reply.header('cache-control', 'no-store').send({ status: 'success', data: { name, ready } });
  });
  scope.post(url, async (request, reply) => {
    const row = checkerOf(request);
    await context.rateLimits.take('check-token', row.id, reply);
    await touchChecker(context, row);
    return await check(parts, row, { request, reply });
  });
}

function checkerOf(request: FastifyRequest): CheckerRow {
  const row = callers.get(request);
  if (!row) throw new AppError('not_found');
  return row;
}

/** Unknown, switched off and called from elsewhere are alike. @throws AppError not_found, rate_limited */
async function admit(context: Context, request: FastifyRequest): Promise<CheckerRow> {
  const { params } = request;
  const secret = typeof params === 'object' && params !== null && 'secret' in params ? String(params.secret) : '';
  const row = await findBySecret(context, secret);
  if (row && mayCall(row, request.ip)) {
    noteWork({ accountId: row.accountId });
    return row;
  }
  await context.rateLimits.take('check-address', clientOf(request));
  throw new AppError('not_found');
}

function mayCall({ allowFrom }: CheckerRow, ip: string): boolean {
  if (allowFrom.length === 0) return true;
  const networks = new BlockList();
  for (const network of allowFrom) {
    const [address = '', bits] = network.split('/');
    networks.addSubnet(address, Number(bits), isIPv6(address) ? 'ipv6' : 'ipv4');
  }
  return networks.check(ip, isIPv6(ip) ? 'ipv6' : 'ipv4');
}

async function check(
  { context, signalOf }: DoorParts,
  row: CheckerRow,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
): Promise<FastifyReply> {
  const { accountId, timeoutMs: waitMs, videoMaxSeconds } = row;
  if (Number(request.headers['content-length']) > limits.apiUploadMaxBytes)
    throw new AppError('body_too_large', { message: 'A file may have up to 100 MB' });
  const reference = referenceOf(request);
  const author = authorOf(request);
  const settings = await readDoorSettings(context.db, accountId);
  // Before the body is read: whoever has no frames need not send it.
  await requireFrames(context, accountId);
  const sent = await readSent(request.raw);
  const [checked] = await runChecks(context, {
    accountId,
    tokenId: null,
    door: 'checker',
    pictures: [sent],
    reference,
    author,
    keep: row.keep ?? settings.keep,
    waitMs,
    signal: signalOf(reply),
    maxBytes: limits.apiUploadMaxBytes,
    videoMaxSeconds,
  });
  if (!checked) throw new AppError('analysis_unavailable');
  return answer(reply, row, checked, row.onReview ?? settings.on_review);
}

const categoriesOf = ({ ai_analysis: ai }: Moderation, verdict: CheckVerdict) =>
  verdict === 'review' ? ai.review_categories : ai.flagged_categories;

function answer(
  reply: FastifyReply,
  { rejectStatus }: CheckerRow,
  { moderation, mediaId }: Checked,
  onReview: OnReview,
): FastifyReply {
  const verdict = verdictOf(moderation);
  const isRefused = verdict === 'fail' || (verdict === 'review' && onReview === 'flag');
  const body = { verdict, reason: moderation.reason, categories: categoriesOf(moderation, verdict), media_id: mediaId };
  return send(reply, isRefused ? rejectStatus : 200, body);
}

type Answer = { verdict: CheckVerdict; reason: string; categories: string[]; media_id: string | null };

const send = (reply: FastifyReply, status: number, body: Answer): FastifyReply =>
  reply
    .code(status)
    .headers({ 'cache-control': 'no-store', 'x-clearframe-verdict': body.verdict })
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(body));

/** What is wrong with the file itself, whatever `on_error` says. */
const ofFile: Partial<Record<AppError['code'], number>> = {
  file_undecodable: 422,
  file_empty: 400,
  malformed_body: 400,
  validation_failed: 400,
  url_invalid: 400,
  url_refused: 400,
  body_too_large: 413,
  api_file_unsupported: 415,
  unsupported_encoding: 415,
};

/** 404 in our envelope; a faulty file by its status; and everything else is no verdict, as the checker's owner wants it told. */
function tellChecker({ error, request, reply }: Refused): FastifyReply {
  if (error.status !== 413) discardRest(request);
  const row = callers.get(request);
  if (!row) {
    if (error.status === 429) reply.header('retry-after', retryAfter(error));
    return reply.code(error.status).send({ status: 'error', message: error.message, data: null });
  }
  const body: Answer = { verdict: 'none', reason: error.message, categories: [], media_id: null };
  const status = ofFile[error.code];
  if (status !== undefined) return send(reply, status, body);
  if (row.onError === 'open') {
    request.log.warn(
      { checkerId: row.id, code: error.code, reference: referenceOf(request) },
      'a checker let a file pass without a verdict, as its owner wants it',
    );
    return send(reply, 200, body);
  }
  reply.header('retry-after', '5');
  return send(reply, 503, body);
}
