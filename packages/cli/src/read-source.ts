import { open } from 'node:fs/promises';
import { limits } from '@clearframe/contract';

/** Why bytes could not be had, as a sentence for people. */
export class SourceError extends Error {
  override name = 'SourceError';
}

const MEGABYTE = 1_048_576;
const tooLarge = () => new SourceError(`The file is larger than ${limits.apiUploadMaxBytes / MEGABYTE} MB`);

/** Reads a file of at most 100 MB. @throws SourceError */
export async function readFileSource(path: string): Promise<Uint8Array> {
  const file = await open(path).catch((cause) => {
    throw new SourceError('The file could not be read', { cause });
  });
  try {
    const { size } = await file.stat();
    if (size > limits.apiUploadMaxBytes) throw tooLarge();
    return await file.readFile();
  } catch (cause) {
    throw cause instanceof SourceError ? cause : new SourceError('The file could not be read', { cause });
  } finally {
    await file.close();
  }
}

/**
 * Fetches a URL: at most 100 MB, and no longer than the given time in all.
 * @throws SourceError
 */
export async function fetchSource(
  url: string,
  timeoutMs: number,
  maxBytes: number = limits.apiUploadMaxBytes,
): Promise<Uint8Array> {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(timeoutMs) });
    if (!answer.ok) throw new SourceError(`The server answered ${answer.status}`);
    if (Number(answer.headers.get('content-length') ?? 0) > maxBytes) throw tooLarge();
    return await readBody(answer, maxBytes);
  } catch (cause) {
    if (cause instanceof SourceError) throw cause;
    if (cause instanceof Error && cause.name === 'TimeoutError')
      throw new SourceError(`No answer within ${timeoutMs / 1000} s`, { cause });
    throw new SourceError('The URL could not be fetched', { cause });
  }
}

/** A declared length may be wrong, so what arrives is counted; beyond the limit the connection is closed. */
async function readBody(answer: Response, maxBytes: number): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of answer.body ?? []) {
    size += part.length;
    if (size > maxBytes) throw tooLarge();
    parts.push(part);
  }
  return Buffer.concat(parts);
}
