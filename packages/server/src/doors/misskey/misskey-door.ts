import { AppError, type ErrorCode, type RawClasses } from '@clearframe/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { readDoorSettings } from '../../moderation/check/door-settings.ts';
import type { Checked } from '../../moderation/check/finish-checks.ts';
import { PictureRefused } from '../../moderation/check/picture-refused.ts';
import { runChecksApart } from '../../moderation/check/run-checks.ts';
import type { CanAnswer } from '../../moderation/check/take-pictures.ts';
import { discardRest } from '../../routes/upload/upload-form.ts';
import { toAppError } from '../../security/to-app-error.ts';
import { admitToken, callerOf } from '../shared/admit-token.ts';
import { type DoorParts, type Refused, refuseBy, retryAfter } from '../shared/door.ts';
import { holdBody } from '../shared/hold-body.ts';
import { bodyMaxBytes, type Part, type PartFault, readParts, requestTooLarge } from './read-parts.ts';

const addresses = ['/api/misskey/v1/detect-images', '/v1/detect-images'];
/** Misskey gives up after 60 s. */
const waitMs = 55_000;

/**
 * Speaks the sensitive-media detector of Misskey: in its control panel the API URL is `https://HOST/api/misskey`. Source:
 * doors-and-trust A2, and docs/api-detect-images.md of misskey-dev/sensitive-detector.
 */
export function misskeyDoor(scope: FastifyInstance, parts: DoorParts): void {
  refuseBy(scope, tellMisskey);
  scope.addHook('onRequest', async (request, reply) => {
    const caller = await admitToken(parts.context, { request, reply, scope: 'check' });
    if (Number(request.headers['content-length']) > bodyMaxBytes)
      throw new AppError('body_too_large', { message: requestTooLarge });
    if (!/^multipart\/form-data\b/i.test(request.headers['content-type'] ?? '')) throw new AppError('unsupported_type');
    holdBody(request, reply, bodyMaxBytes, caller);
  });
  for (const url of addresses) scope.post(url, (request, reply) => detect(parts, request, reply));
}

type Prediction = { className: string; probability: number };
type PartResult = { success: true; predictions: Prediction[] } | { success: false; error: PartFault };

const predictions = ({ drawing, hentai, neutral, porn, sexy }: RawClasses): Prediction[] => [
  { className: 'Drawing', probability: drawing },
  { className: 'Hentai', probability: hentai },
  { className: 'Neutral', probability: neutral },
  { className: 'Porn', probability: porn },
  { className: 'Sexy', probability: sexy },
];

const nothing: RawClasses = { drawing: 0, hentai: 0, neutral: 0, porn: 0, sexy: 0 };
const surely = { porn: predictions({ ...nothing, porn: 1 }), neutral: predictions({ ...nothing, neutral: 1 }) };

/** Without either, other analysers alone have looked at it: nothing is charged. */
const hasAnswer: CanAnswer = ({ analysis: { classes }, moderation: { match } }) => Boolean(match?.applied || classes);

/** The classifier's own numbers: Misskey judges by itself. Only a picture that the account knows is decided here. */
function resultOf({ analysis, moderation: { match } }: Checked): PartResult {
  if (match?.applied) return { success: true, predictions: match.list === 'block' ? surely.porn : surely.neutral };
  if (analysis.classes) return { success: true, predictions: predictions(analysis.classes) };
  return { success: false, error: { code: 'MODEL_UNAVAILABLE', message: 'The classifier gave no numbers. Try again.' } };
}

function faultOf(reason: unknown): PartFault {
  if (reason instanceof PictureRefused) return { code: 'IMAGE_DECODE_FAILED', message: reason.message };
  // A database that is away or busy is told by no error of ours.
  const { status, message } = toAppError(reason instanceof Error ? reason : new AppError('internal'));
  if (status === 503) return { code: 'MODEL_UNAVAILABLE', message };
  return { code: 'DETECTION_FAILED', message: 'Something went wrong on the server' };
}

/** Neither the picture nor a lack of time: whoever runs the server has to know. */
const isFault = (reason: unknown): boolean => !(reason instanceof PictureRefused || reason instanceof AppError);

/** What could not be judged, though the part was in order. */
const isUnjudged = (result: PartResult): boolean =>
  !result.success && (result.error.code === 'MODEL_UNAVAILABLE' || result.error.code === 'DETECTION_FAILED');

async function* bytesOf(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}

async function detect({ context, signalOf }: DoorParts, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const parts = await readParts(request);
  const caller = callerOf(request);
  const { keep, misskey_on_error: onError } = await readDoorSettings(context.db, caller.accountId);
  const pictures = parts.flatMap((part) => ('picture' in part ? [{ bytes: bytesOf(part.picture) }] : []));
  const asked = { ...caller, door: 'misskey', pictures, keep, waitMs, answers: hasAnswer, signal: signalOf(reply) } as const;
  const judged = pictures.length === 0 ? [] : await runChecksApart(context, asked);
  for (const one of judged)
    if (one.status === 'rejected' && isFault(one.reason)) request.log.error({ err: one.reason }, 'a part was not judged');
  const settled = judged.values();
  const results = parts.map((part) => resultOfPart(part, settled));
  if (onError === 'error') return send(reply, 200, { success: true, result: { results } });
  // Misskey takes a failed part for harmless: the account chose that it shall not.
  const failed = results.flatMap((result, index) => (isUnjudged(result) ? [index] : []));
  if (failed.length > 0) reply.header('x-clearframe-failed', failed.join(','));
  const told = results.map((result): PartResult => (isUnjudged(result) ? { success: true, predictions: surely.porn } : result));
  return send(reply, 200, { success: true, result: { results: told } });
}

function resultOfPart(part: Part, settled: Iterator<PromiseSettledResult<Checked>>): PartResult {
  if ('fault' in part) return { success: false, error: part.fault };
  const { value } = settled.next();
  if (value?.status === 'fulfilled') return resultOf(value.value);
  return { success: false, error: faultOf(value?.reason) };
}

const send = (reply: FastifyReply, status: number, answer: unknown): FastifyReply =>
  reply.code(status).header('cache-control', 'no-store').type('application/json; charset=utf-8').send(JSON.stringify(answer));

const whole: Partial<Record<ErrorCode, [status: number, code: string]>> = {
  api_token_invalid: [401, 'AUTHENTICATION_REQUIRED'],
  scope_missing: [403, 'MODEL_UNAVAILABLE'],
  subscription_required: [403, 'MODEL_UNAVAILABLE'],
  account_closed: [403, 'MODEL_UNAVAILABLE'],
  account_suspended: [403, 'MODEL_UNAVAILABLE'],
  frames_exhausted: [403, 'MODEL_UNAVAILABLE'],
  body_too_large: [413, 'REQUEST_TOO_LARGE'],
  unsupported_type: [415, 'UNSUPPORTED_MEDIA_TYPE'],
  unsupported_encoding: [415, 'UNSUPPORTED_MEDIA_TYPE'],
  rate_limited: [429, 'MODEL_UNAVAILABLE'],
};

/** The same request may succeed later: as their own detector says that it has no room. They know no 503. */
const later: [status: number, code: string] = [429, 'MODEL_UNAVAILABLE'];

function refusalOf({ code, status }: AppError): [status: number, code: string] {
  if (status === 503) return later;
  return whole[code] ?? (status < 500 ? [400, 'INVALID_REQUEST'] : [500, 'DETECTION_FAILED']);
}

/** `{success: false, error: {code, message}}`, for the whole request. */
function tellMisskey({ error, request, reply }: Refused): FastifyReply {
  const [status, code] = refusalOf(error);
  if (status !== 413) discardRest(request);
  if (status === 429) reply.header('retry-after', retryAfter(error));
  return send(reply, status, { success: false, error: { code, message: error.message } });
}
