import type { AppError, ErrorCode } from '@clearframe/contract';
import type { FastifyReply } from 'fastify';
import { PictureRefused } from '../../moderation/check/picture-refused.ts';
import { type Refused, retryAfter } from '../shared/door.ts';
import { DoorRefusal } from '../shared/door-refusal.ts';

export type OpenAiFault = { status: number; type: string; code: string; param?: string | null };

/** A refusal that is known in their words already. */
export class OpenAiError extends DoorRefusal {
  override name = 'OpenAiError';
  readonly fault: OpenAiFault;
  constructor(message: string, fault: OpenAiFault) {
    super(message);
    this.fault = fault;
  }
}

/** A request that is wrong by itself. @param param which part of it, such as `input[2].image_url.url` */
export const invalid = (code: string, message: string, param: string | null = 'input'): OpenAiError =>
  new OpenAiError(message, { status: 400, type: 'invalid_request_error', code, param });

const request = 'invalid_request_error';

/** Our refusals in their words; others go by their status. */
const faults: Partial<Record<ErrorCode, OpenAiFault>> = {
  api_token_invalid: { status: 401, type: request, code: 'invalid_api_key' },
  scope_missing: { status: 403, type: 'permission_error', code: 'scope_missing' },
  subscription_required: { status: 403, type: 'permission_error', code: 'subscription_required' },
  account_closed: { status: 403, type: 'permission_error', code: 'subscription_required' },
  account_suspended: { status: 403, type: 'permission_error', code: 'account_suspended' },
  frames_exhausted: { status: 429, type: 'insufficient_quota', code: 'insufficient_quota' },
  rate_limited: { status: 429, type: 'rate_limit_error', code: 'rate_limit_exceeded' },
  method_not_allowed: { status: 405, type: request, code: 'method_not_allowed' },
  body_too_large: { status: 413, type: request, code: 'request_too_large' },
  unsupported_type: { status: 415, type: request, code: 'unsupported_content_type' },
  unsupported_encoding: { status: 415, type: request, code: 'unsupported_content_type' },
  malformed_body: { status: 400, type: request, code: 'invalid_json' },
};

/** What is wrong with one picture. */
const ofPicture: Partial<Record<ErrorCode, string>> = {
  api_file_unsupported: 'image_unsupported',
  file_empty: 'image_unsupported',
  file_undecodable: 'image_undecodable',
  body_too_large: 'image_too_large',
};

function faultOf(error: AppError): OpenAiFault {
  const known = faults[error.code];
  if (known) return known;
  if (error.status === 500) return { status: 500, type: 'server_error', code: 'internal' };
  if (error.status > 500) return { status: 503, type: 'server_error', code: 'analysis_unavailable' };
  return { status: error.status, type: request, code: 'invalid_input' };
}

/** Which part of the request each picture is, so that a refusal can name it. */
export const paramOf = new WeakMap<object, string[]>();

function read({ thrown, error, request: { body } }: Refused): OpenAiFault {
  if (thrown instanceof OpenAiError) return thrown.fault;
  if (!(thrown instanceof PictureRefused)) return faultOf(error);
  const param = typeof body === 'object' && body !== null ? paramOf.get(body)?.[thrown.index] : undefined;
  return { status: 400, type: request, code: ofPicture[error.code] ?? 'image_unreachable', param: param ?? 'input' };
}

/** `{error: {message, type, param, code}}`, for the whole request. */
export function tellOpenAi(refused: Refused): FastifyReply {
  const { thrown, error, reply } = refused;
  const { status, type, code, param = null } = read(refused);
  const message = thrown instanceof OpenAiError ? thrown.message : error.message;
  if (status === 503 || code === 'rate_limit_exceeded') reply.header('retry-after', retryAfter(error));
  // Their SDK would repeat it.
  if (code === 'insufficient_quota') reply.header('x-should-retry', 'false');
  return reply
    .code(status)
    .type('application/json; charset=utf-8')
    .send(JSON.stringify({ error: { message, type, param, code } }));
}
