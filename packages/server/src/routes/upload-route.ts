import type { Endpoint } from '@clearframe/contract';
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

/** What both doors for uploads do with a request. */
export function handleUpload(
  context: Context,
  { method, path }: Endpoint,
  rules: UploadRules,
): (call: { caller: Caller; request: FastifyRequest; reply: FastifyReply }, waitMs?: number) => Promise<UploadAnswer> {
  return ({ caller, request, reply }, waitMs = rules.waitMs) =>
    upload(context, {
      uploader: { accountId: caller.accountId, userId: caller.userId, accessTokenId: caller.accessTokenId },
      rules,
      route: `${method} ${path}`,
      key: idempotencyKeyOf(request),
      waitMs,
      signal: goneSignal(reply),
      readForm: (onFile) => readUploadForm(request, onFile),
    });
}
