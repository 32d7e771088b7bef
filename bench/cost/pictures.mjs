import { join } from 'node:path';
import sharp from 'sharp';

const fixtures = join(import.meta.dirname, '../../packages/engine/fixtures');
const photographs = [
  'balloon',
  'books',
  'cactus',
  'candles',
  'car',
  'coffee',
  'dunes',
  'oranges',
  'pears',
  'ridge',
  'sail',
  'stool',
  'tower',
]
  .concat(['vases', 'wine', 'chips', 'knife', 'phones'])
  .map((name) => `benign/${name}.webp`);
const written = ['text/camera.webp', 'text/mono.webp', 'text/service.webp'];
const flagged = ['flagged/explicit-1.png', 'flagged/explicit-2.png', 'flagged/drawn.png', 'flagged/suggestive.png'];

/**
 * What people send, as far as one guess can say it: of a hundred pictures how many of a kind, from which fixtures, and as what file.
 * The share of writing is what a part of it costs; `--kinds` names others.
 */
export const kinds = {
  phone: { count: 50, from: photographs, width: 1280, height: 960, as: (picture) => picture.jpeg({ quality: 85 }) },
  page: { count: 20, from: photographs, width: 900, height: 675, as: (picture) => picture.webp({ quality: 80 }) },
  camera: { count: 10, from: photographs, width: 4000, height: 3000, as: (picture) => picture.jpeg({ quality: 88 }) },
  screen: { count: 5, from: photographs, width: 800, height: 600, as: (picture) => picture.png() },
  flagged: { count: 5, from: flagged, width: 640, height: 480, as: (picture) => picture.jpeg({ quality: 85 }) },
  writing: { count: 10, from: written, width: 1280, height: 960, as: (picture) => picture.jpeg({ quality: 85 }) },
};

/** A hundred pictures, each cut from its fixture at a place of its own, in an order that spreads the kinds. */
export async function mixOf(names) {
  const made = [];
  for (const [name, { count, from, width, height, as }] of Object.entries(kinds).filter(([name]) => names.includes(name)))
    for (let n = 0; n < count; n++) {
      const path = join(fixtures, from[n % from.length]);
      const { width: wide, height: high } = await sharp(path).metadata();
      const [left, top] = [(n * 7) % Math.ceil(wide / 10), (n * 5) % Math.ceil(high / 10)];
      const cut = sharp(path).extract({ left, top, width: Math.floor(wide * 0.9), height: Math.floor(high * 0.9) });
      const bytes = await as(
        cut.flatten({ background: '#fff' }).resize(width, height, { fit: 'cover', kernel: 'cubic' }),
      ).toBuffer();
      made.push({ kind: name, bytes, place: (n + 0.5) / count });
    }
  return made.toSorted((a, b) => a.place - b.place);
}
