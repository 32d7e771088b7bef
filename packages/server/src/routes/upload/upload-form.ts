import { AppError, limits } from '@clearframe/contract';
import type { Multipart, MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import type { UploadForm } from '../../moderation/upload/upload.ts';

/** A part holds at most the longest text of 5,000 characters, four bytes each. */
const FIELD_BYTES = Math.max(limits.descriptionMaxLength * 4, limits.metadataMaxBytes) + 1_024;
const formLimits = { fieldNameSize: 100, fieldSize: FIELD_BYTES, fields: 20, files: 2, parts: 22, headerPairs: 50 };

/** The parser's own refusals; whatever else it throws is a body that is no form. */
const tooMany = new Set(['FST_PARTS_LIMIT', 'FST_FILES_LIMIT', 'FST_FIELDS_LIMIT']);

function toAppError(error: unknown): AppError {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const detail = error instanceof Error ? error.message : 'unreadable';
  return new AppError(tooMany.has(code) ? 'body_too_large' : 'malformed_body', { detail, cause: error });
}

/** Errors of the parser are the caller's; those of whoever consumes what it gives stay as they are. */
export async function* guarded<T>(parsed: AsyncIterable<T>): AsyncGenerator<T> {
  const iterator = parsed[Symbol.asyncIterator]();
  for (;;) {
    let next: IteratorResult<T>;
    try {
      next = await iterator.next();
    } catch (error) {
      throw toAppError(error);
    }
    if (next.done) return;
    yield next.value;
  }
}

/**
 * The bytes of a file part; null when it is what a browser sends for a field in which nothing was chosen: nameless and empty.
 */
async function bytesOf(part: MultipartFile): Promise<AsyncIterable<Buffer> | null> {
  const bytes: AsyncGenerator<Buffer> = guarded(part.file);
  if (part.filename) return bytes;
  const first = await bytes.next();
  if (first.done) return null;
  return (async function* () {
    yield first.value;
    yield* bytes;
  })();
}

/** Before the second is stored. @throws AppError malformed_body */
function requireFirst<P>(part: P, form: UploadForm<unknown>): P {
  if (form.media === null) return part;
  throw new AppError('malformed_body', { message: 'The field media was sent more than once' });
}

/** As much of a name as a sentence shows. */
const shownName = 100;

/** A file that nobody looks at would seem uploaded. @throws AppError malformed_body which names it, unless nothing was chosen */
async function refuseElsewhere(part: MultipartFile): Promise<void> {
  if ((await bytesOf(part)) === null) return;
  const name = part.filename ? `The file ${JSON.stringify(part.filename.slice(0, shownName))}` : 'A file';
  const message = `${name} came in the field ${JSON.stringify(part.fieldname)}. Send one file, in the field media.`;
  throw new AppError('malformed_body', { message });
}

function fieldText(part: Exclude<Multipart, MultipartFile>): string {
  if (part.valueTruncated) {
    const message = `The field ${part.fieldname} is too long`;
    throw new AppError('validation_failed', { message, errors: [{ path: part.fieldname, message }] });
  }
  // A part that calls itself JSON was parsed on the way.
  return typeof part.value === 'string' ? part.value : JSON.stringify(part.value);
}

/**
 * Reads an upload form part by part, in any order. Of the field `media` a part with a file name is a file, which goes to
 * `onFile` while it arrives, and one without is an address. A file in another field is refused. Texts in
 * unknown fields are ignored.
 * @throws AppError malformed_body, body_too_large (too many parts), validation_failed (a text too long), unsupported_type (no
 * multipart), and what `onFile` throws
 */
export async function readUploadForm<T>(
  request: FastifyRequest,
  onFile: (bytes: AsyncIterable<Buffer>) => Promise<T>,
): Promise<UploadForm<T>> {
  const form: UploadForm<T> = { media: null, fields: {} };
  // No body at all is a form in which everything is missing.
  if (request.headers['content-type'] === undefined) return form;
  if (!request.isMultipart()) throw new AppError('unsupported_type');
  try {
    // The size of a file is counted by whoever takes it, so that the refusal is theirs.
    const options = { limits: { ...formLimits, fileSize: Number.MAX_SAFE_INTEGER }, throwFileSizeLimit: false };
    for await (const part of guarded(request.parts(options))) {
      if (part.type === 'field') {
        if (part.fieldname === 'media') form.media = { url: fieldText(requireFirst(part, form)) };
        else form.fields[part.fieldname] = fieldText(part);
      } else if (part.fieldname !== 'media') await refuseElsewhere(part);
      else {
        const bytes = await bytesOf(part);
        if (bytes) form.media = { file: await onFile(requireFirst(bytes, form)), filename: part.filename ?? '' };
      }
    }
    return form;
  } catch (error) {
    // What is too large is left unread by whoever answers.
    if (!(error instanceof AppError && error.status === 413)) discardRest(request);
    throw error;
  }
}

/** Lets the caller send to the end and read the refusal: an unread body would block the connection, a closed one hides the answer. */
export function discardRest({ raw }: FastifyRequest): void {
  raw.unpipe();
  raw.resume();
}
