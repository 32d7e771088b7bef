import { AppError, type Endpoint } from '@clearframe/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../../context.ts';
import { idempotencyKeyOf } from '../../idempotency/idempotency-key.ts';
import { upload } from '../../moderation/upload/upload.ts';
import type { UploadAnswer } from '../../moderation/upload/upload-answer.ts';
import type { UploadRules } from '../../moderation/upload/upload-rules.ts';
import { FORM_BYTES } from '../../security/leave-unread.ts';
import type { Caller } from '../http/route.ts';
import { readUploadForm } from './upload-form.ts';

/** Aborts when nobody waits any more: the connection ended before the answer, or the server is about to stop. */
export function unheardSignal(reply: FastifyReply, closing: AbortSignal): AbortSignal {
  const gone = new AbortController();
  if (reply.raw.closed) gone.abort();
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) gone.abort();
  });
  return AbortSignal.any([gone.signal, closing]);
}

/** Before anything is read. @throws AppError when the body says that its file must be too large */
export function refuseDeclaredSize({ headers }: FastifyRequest, { maxBytes, refusals }: UploadRules): void {
  if (Number(headers['content-length']) > maxBytes + FORM_BYTES) throw new AppError(refusals.tooLarge);
}

/** What both doors for uploads do with a request. */
export function handleUpload(
  app: FastifyInstance,
  context: Context,
  { method, path }: Endpoint,
  rules: UploadRules,
): (call: { caller: Caller; request: FastifyRequest; reply: FastifyReply }, waitMs?: number) => Promise<UploadAnswer> {
  const closing = new AbortController();
  // A stopping server answers those who wait with 202 instead of letting them go without an answer.
  app.addHook('preClose', async () => closing.abort());
  return async ({ caller, request, reply }, waitMs = rules.waitMs) => {
    refuseDeclaredSize(request, rules);
    return await upload(context, {
      uploader: { accountId: caller.accountId, userId: caller.userId, accessTokenId: caller.accessToken?.id ?? null },
      rules,
      route: `${method} ${path}`,
      key: idempotencyKeyOf(request),
      waitMs,
      signal: unheardSignal(reply, closing.signal),
      readForm: (onFile) => readUploadForm(request, onFile),
    });
  };
}
