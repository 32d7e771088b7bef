import { AppError, type ErrorCode } from '@clearframe/contract';
import type { FastifyError } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import { isDatabaseFault, isDatabaseSlow } from '../db/database-fault.ts';
import { isUnstorableText } from '../db/unstorable-text.ts';
import { isStorageFault } from '../storage/storage-fault.ts';

/** Fastify's own refusals and the code of ours that each means. */
const fastifyCodes: Record<string, ErrorCode> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'body_too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_type',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'malformed_body',
  FST_ERR_CTP_INVALID_JSON_BODY: 'malformed_body',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'malformed_body',
  FST_ERR_BAD_URL: 'malformed_request',
  FST_ERR_MAX_PARAM_LENGTH: 'malformed_request',
};

/** How soon it is worth asking again: a failover takes some 6 s, or 40 at the defaults of what brings it about. */
const faultRetryMs = 5_000;

/** Our own sentences say what they are about; those of the schema library do not name the field. */
const wordsOfZod = /^(?:Invalid|Too (?:big|small)|Unrecognized)\b/;

/** The error as ours: the table's sentence for people, the cause for the log. */
export function toAppError(error: Error & Partial<Pick<FastifyError, 'code' | 'statusCode'>>): AppError {
  if (error instanceof AppError) return error;
  if (hasZodFastifySchemaValidationErrors(error)) {
    const errors = error.validation.map(({ instancePath, message = 'This value is not accepted' }) => {
      const path = instancePath.replace(/^\//, '').replaceAll('/', '.');
      return { path, message: path !== '' && wordsOfZod.test(message) ? `${path}: ${message}` : message };
    });
    const [first] = errors;
    return new AppError('validation_failed', { errors, ...(first ? { message: first.message } : {}) });
  }
  if (isUnstorableText(error)) return new AppError('malformed_body', { detail: 'characters that cannot be stored' });
  if (isDatabaseFault(error)) return new AppError('database_unavailable', { cause: error, retryAfterMs: faultRetryMs });
  if (isStorageFault(error)) return new AppError('storage_unavailable', { cause: error, retryAfterMs: faultRetryMs });
  if (isDatabaseSlow(error)) return new AppError('busy', { cause: error, retryAfterMs: faultRetryMs });
  const code = fastifyCodes[error.code ?? ''] ?? (error.statusCode === 400 ? 'malformed_body' : 'internal');
  return new AppError(code, { cause: error, detail: error.message });
}
