import { AppError, type Endpoint } from '@clearframe/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../context.ts';
import { idempotencyKeyOf } from '../idempotency/idempotency-key.ts';
import { upload } from '../moderation/upload.ts';
import type { UploadAnswer } from '../moderation/upload-answer.ts';
import type { UploadRules } from '../moderation/upload-rules.ts';
import type { Caller } from './http.ts';
import { readUploadForm } from './upload-form.ts';

/** Aborts when the connection ends before the answer was sent. */
function goneSignal(reply: FastifyReply): AbortSignal {
  const gone = new AbortController();
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) gone.abort();
  });
  return gone.signal;
}

/** More than all texts of a form and what multipart writes around them. */
const FORM_BYTES = 1_048_576;

/** Before anything is read. @throws AppError when the body says that its file must be too large */
function refuseDeclaredSize({ headers }: FastifyRequest, { maxBytes, refusals }: UploadRules): void {
  if (Number(headers['content-length']) > maxBytes + FORM_BYTES) throw new AppError(refusals.tooLarge);
}

/** What both doors for uploads do with a request. */
export function handleUpload(
  context: Context,
  { method, path }: Endpoint,
  rules: UploadRules,
): (call: { caller: Caller; request: FastifyRequest; reply: FastifyReply }, waitMs?: number) => Promise<UploadAnswer> {
  return async ({ caller, request, reply }, waitMs = rules.waitMs) => {
    refuseDeclaredSize(request, rules);
    return await upload(context, {
      uploader: { accountId: caller.accountId, userId: caller.userId, accessTokenId: caller.accessTokenId },
      rules,
      route: `${method} ${path}`,
      key: idempotencyKeyOf(request),
      waitMs,
      signal: goneSignal(reply),
      readForm: (onFile) => readUploadForm(request, onFile),
    });
  };
}
