import { AppError } from '@clearframe/contract';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../../context.ts';
import { PictureRefused } from '../../moderation/check/picture-refused.ts';
import { leaveUnread } from '../../security/leave-unread.ts';
import { toAppError } from '../../security/to-app-error.ts';
import { DoorRefusal } from './door-refusal.ts';

/** What every door gets. */
export type DoorParts = {
  context: Context;
  /** Aborts when nobody waits for the answer any more: the caller went away, or the server stops. */
  signalOf(reply: FastifyReply): AbortSignal;
};

/**
 * A protocol of other software: its addresses, in a scope of Fastify of its own, so that its content types, limits and refusals are
 * nobody else's. It proves who asks in `onRequest`, before anything of a body is read.
 */
export type Door = (scope: FastifyInstance, parts: DoorParts) => void | Promise<void>;

/** A refusal on its way: what was thrown, and what it means in our own table. */
export type Refused = { thrown: unknown; error: AppError; request: FastifyRequest; reply: FastifyReply };

type Limit = { bodyLimit?: number | undefined; hint: string };

/** How much a door reads, in the sentence for whoever sent more. */
function withLimit(error: AppError, thrown: unknown, { bodyLimit = 0, hint }: Limit): AppError {
  if (error.code !== 'body_too_large' || error === thrown || bodyLimit < 1_048_576) return error;
  const most = `A request may have up to ${Math.floor(bodyLimit / 1_048_576)} MB`;
  const message = hint === '' ? most : `${most}. ${hint}`;
  return new AppError('body_too_large', { message, cause: thrown });
}

/**
 * Every refusal within a door goes out by `tell`, in the door's own format; the log says the same as of our own calls.
 * @param hint what somebody does whose request is too large
 */
export function refuseBy(scope: FastifyInstance, tell: (refused: Refused) => FastifyReply, hint = ''): void {
  scope.setErrorHandler((thrown: FastifyError, request, reply) => {
    const limit = { ...request.routeOptions, hint };
    const error = thrown instanceof PictureRefused ? thrown.cause : withLimit(toAppError(thrown), thrown, limit);
    const told = { code: error.code, durationMs: Math.round(reply.elapsedTime) };
    if (thrown instanceof DoorRefusal)
      request.log.debug({ durationMs: told.durationMs, detail: thrown.message }, 'request refused');
    else if (error.status >= 500) request.log.error({ ...told, err: thrown, url: request.routeOptions.url }, 'request failed');
    else request.log.debug({ ...told, detail: error.detail }, 'request refused');
    if (error.status === 413) leaveUnread(request, reply);
    reply.headers({ ...error.headers, 'cache-control': 'no-store' });
    return tell({ thrown, error, request, reply });
  });
}

/** Seconds of `Retry-After`: what a limit says, else five. */
export const retryAfter = ({ retryAfterMs = 5_000 }: AppError): string => String(Math.max(1, Math.ceil(retryAfterMs / 1_000)));
