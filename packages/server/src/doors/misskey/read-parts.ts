import { deflateSync } from 'node:zlib';
import { AppError, sniffKind } from '@clearframe/contract';
import type { FastifyRequest } from 'fastify';
import { guarded } from '../../routes/upload/upload-form.ts';
import { bmpToPng } from './bmp-to-png.ts';
import { isJpeg, sidesOf } from './sides-of.ts';

export const bodyMaxBytes = 12 * 1_048_576;
export const requestTooLarge = 'A request may have up to 12 MB';
const partMaxBytes = 1_048_576;
const partsMax = 10;
const tooManyImages = `A request has at most ${partsMax} images`;
const sideMax = 4_096;
const types: readonly string[] = ['image/png', 'image/jpeg', 'image/gif', 'image/bmp'];

/** Why one part has no prediction. */
export type PartFault = {
  code:
    | 'INVALID_REQUEST'
    | 'UNSUPPORTED_MEDIA_TYPE'
    | 'REQUEST_TOO_LARGE'
    | 'IMAGE_DECODE_FAILED'
    | 'MODEL_UNAVAILABLE'
    | 'DETECTION_FAILED';
  message: string;
};

/** A picture that can be judged, or what is wrong with the part. */
export type Part = { picture: Buffer } | { fault: PartFault };

const fault = (code: PartFault['code'], message: string): Part => ({ fault: { code, message } });

function read(bytes: Buffer): Part {
  const isBmp = bytes.subarray(0, 2).toString('latin1') === 'BM';
  const picture = isBmp ? bmpToPng(bytes, (raw) => deflateSync(raw)) : bytes;
  if (!picture || (!isBmp && sniffKind(bytes) === null)) return fault('IMAGE_DECODE_FAILED', 'The image cannot be decoded');
  const sides = sidesOf(picture);
  // Of a JPEG the decoder may make out more than this does. A picture that it takes is judged: Misskey takes a refusal for harmless.
  if (!sides && !isJpeg(picture)) return fault('IMAGE_DECODE_FAILED', 'The image cannot be decoded');
  if (sides && Math.max(...sides) > sideMax) return fault('REQUEST_TOO_LARGE', `An image has at most ${sideMax} pixels a side`);
  return { picture };
}

/**
 * The parts of a request in their order, whatever their fields are called. All of them are in memory: 12 MB at most.
 * @throws AppError malformed_body (no form, or no part), body_too_large (bytes, or more than ten parts)
 */
export async function readParts(request: FastifyRequest): Promise<Part[]> {
  const parts: Part[] = [];
  let sizeBytes = 0;
  // One more than is taken, so that the refusal can say how many that are.
  const most = partsMax + 1;
  const limits = { fileSize: partMaxBytes, files: most, fields: most, parts: most };
  // A part that is too large is told by itself.
  const options = { limits, throwFileSizeLimit: false };
  for await (const part of guarded(request.parts(options))) {
    if (parts.length === partsMax) throw new AppError('body_too_large', { message: tooManyImages });
    if (part.type === 'field') {
      parts.push(fault('INVALID_REQUEST', 'This part is no file'));
      continue;
    }
    const chunks: Buffer[] = [];
    for await (const chunk of part.file) {
      chunks.push(chunk);
      sizeBytes += chunk.length;
      if (sizeBytes > bodyMaxBytes) throw new AppError('body_too_large', { message: requestTooLarge });
    }
    const bytes = Buffer.concat(chunks);
    if (!types.includes(part.mimetype)) parts.push(fault('UNSUPPORTED_MEDIA_TYPE', `Send ${types.join(', ')}`));
    else if (part.file.truncated) parts.push(fault('REQUEST_TOO_LARGE', 'A part has at most 1 MB'));
    else if (bytes.length === 0) parts.push(fault('INVALID_REQUEST', 'This part is empty'));
    else parts.push(read(bytes));
  }
  if (parts.length === 0) throw new AppError('malformed_body', { message: 'Send at least one image' });
  return parts;
}
