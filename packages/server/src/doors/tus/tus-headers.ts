import { AppError, limits } from '@clearframe/contract';

/** The version that is spoken here, and the parts of the protocol beside its core. */
export const tusVersion = '1.0.0';
export const tusExtensions = 'creation,creation-with-upload,expiration,termination';
/** Of the body of a PATCH. */
export const tusContentType = 'application/offset+octet-stream';

/** Keys of `Upload-Metadata` that an upload form has too; `filename` is the name of its file. */
const known = new Set(['filename', 'title', 'description', 'caption', 'tags', 'metadata', 'author']);
/** All texts at their longest, four bytes a character, in Base64. Node itself accepts no longer headers. */
const METADATA_MAX = 65_536;

const invalid = (path: string, message: string) => new AppError('validation_failed', { message, errors: [{ path, message }] });

type Header = string | string[] | undefined;

const number = /^(?:0|[1-9]\d{0,14})$/;

function numberOf(name: string, value: Header): number {
  if (typeof value !== 'string' || !number.test(value)) throw invalid(name, `Send the header ${name} with a number of bytes`);
  return Number(value);
}

/**
 * The size that a sender declares before the first byte.
 * @throws AppError validation_failed (missing, malformed, or deferred), file_empty, api_file_too_large
 */
export function readLength(headers: Record<string, Header>): number {
  if (headers['upload-defer-length'] !== undefined)
    throw invalid('Upload-Defer-Length', 'Send the size in Upload-Length: it cannot follow later');
  const bytes = numberOf('Upload-Length', headers['upload-length']);
  if (bytes === 0) throw new AppError('file_empty');
  if (bytes > limits.apiUploadMaxBytes) throw new AppError('api_file_too_large');
  return bytes;
}

/** @throws AppError validation_failed */
export const readOffset = (headers: Record<string, Header>): number => numberOf('Upload-Offset', headers['upload-offset']);

const key = /^[!-+\--~]+$/;
const base64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;
const utf8 = new TextDecoder('utf-8', { fatal: true });

function textOf(name: string, value: string): string {
  try {
    return utf8.decode(Buffer.from(value, 'base64'));
  } catch {
    throw invalid('Upload-Metadata', `The value of ${name} in Upload-Metadata is not UTF-8`);
  }
}

/**
 * The known keys of `Upload-Metadata`: comma-separated pairs of a key and a value in Base64. Others are ignored.
 * @throws AppError validation_failed
 */
export function readMetadata(header: Header): Record<string, string> {
  if (header === undefined || header === '') return {};
  if (typeof header !== 'string' || header.length > METADATA_MAX) throw invalid('Upload-Metadata', 'Upload-Metadata is too long');
  const fields = new Map<string, string>();
  for (const pair of header.split(',')) {
    const [name = '', value = '', ...more] = pair.trim().split(' ');
    if (!key.test(name) || !base64.test(value) || more.length > 0 || fields.has(name))
      throw invalid(
        'Upload-Metadata',
        'Upload-Metadata has pairs of a key and a Base64 value, each key once, separated by commas',
      );
    fields.set(name, known.has(name) ? textOf(name, value) : '');
  }
  return Object.fromEntries([...fields].filter(([name]) => known.has(name)));
}
