import type { PictureHash } from '@clearframe/contract';
import sharp from 'sharp';
import type { Pixels } from '../decode/pixels.ts';
import { pdqHash } from './pdq.ts';

/** The published implementation makes larger pictures smaller first too; blurring all pixels would cost more than everything else. */
const SIDE_MAX = 512;

/** The PDQ hash of a picture, from a copy that fits 512 pixels. */
export async function hashPicture({ data, width, height }: Pixels): Promise<PictureHash> {
  const { data: bytes, info } = await sharp(data, { raw: { width, height, channels: 3 } })
    .resize({ width: SIDE_MAX, height: SIDE_MAX, fit: 'inside', withoutEnlargement: true, kernel: 'linear' })
    .raw()
    .toBuffer({ resolveWithObject: true });
  return pdqHash({ data: bytes, width: info.width, height: info.height });
}
