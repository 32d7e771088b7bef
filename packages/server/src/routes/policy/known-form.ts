import { AppError, limits } from '@clearframe/contract';
import type { FastifyRequest } from 'fastify';
import { guarded } from '../upload/upload-form.ts';

/** One part more than is taken, so that a second one is refused by its sentence. */
const formLimits = { files: 2, fields: 1, parts: 2, headerPairs: 50 };

/**
 * The bytes of the field `file`, the only one of its form, while they arrive.
 * @throws AppError unsupported_type, malformed_body, file_required
 */
export async function* knownFile(request: FastifyRequest): AsyncGenerator<Buffer> {
  if (!request.isMultipart()) throw new AppError('unsupported_type');
  // The size is counted by whoever reads it, so that the refusal is theirs.
  const options = { limits: { ...formLimits, fileSize: limits.knownImportMaxBytes + 1 }, throwFileSizeLimit: false };
  let isRead = false;
  for await (const part of guarded(request.parts(options))) {
    if (isRead || part.type !== 'file' || part.fieldname !== 'file')
      throw new AppError('malformed_body', { message: 'The form has one field, the file' });
    yield* guarded<Buffer>(part.file);
    isRead = true;
  }
  if (!isRead) throw new AppError('file_required', { message: 'Please select a file with a list of hashes' });
}
