import { AppError } from '@clearframe/contract';
import { z } from 'zod';
import type { CheckPicture } from '../../moderation/check/take-pictures.ts';

/** An address and what stands around it. */
const jsonMaxBytes = 16_384;
const noForm = 'Send the bytes of the file as the body, and not a form';
const Address = z.object({ url: z.string().regex(/^https?:\/\//i) });

async function readJson(first: Buffer, rest: AsyncIterator<Buffer>): Promise<CheckPicture> {
  let text = first;
  for (let next = await rest.next(); !next.done; next = await rest.next()) {
    text = Buffer.concat([text, next.value]);
    if (text.length > jsonMaxBytes) throw new AppError('body_too_large');
  }
  try {
    return { url: Address.parse(JSON.parse(text.toString('utf8'))).url };
  } catch (error) {
    throw new AppError('malformed_body', {
      message: 'Send the bytes of a file, or JSON with an http(s) address in url',
      cause: error,
    });
  }
}

/**
 * What somebody sent: the bytes of a file, or JSON that names its address. The first byte says which, whatever the content type: no file
 * that is taken begins with a brace, or with the dashes of a form.
 * @throws AppError malformed_body, body_too_large, api_file_unsupported (a form)
 */
export async function readSent(body: AsyncIterable<Buffer>): Promise<CheckPicture> {
  const source = body[Symbol.asyncIterator]();
  const first = await source.next();
  if (first.done) throw new AppError('file_empty');
  const begin = first.value.subarray(0, 64).toString('latin1');
  if (begin.startsWith('--')) throw new AppError('api_file_unsupported', { message: noForm });
  if (/^\s*\{/.test(begin)) return await readJson(first.value, source);
  return {
    bytes: (async function* () {
      yield first.value;
      for (let next = await source.next(); !next.done; next = await source.next()) yield next.value;
    })(),
  };
}
