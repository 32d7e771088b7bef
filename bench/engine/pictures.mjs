import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';

export const fixtures = join(import.meta.dirname, '../../packages/engine/fixtures');

/** Every fixture picture in a folder of the engine, by its path below `fixtures`. */
function fixturesIn(folder) {
  const names = readdirSync(join(fixtures, folder)).filter((name) => /\.(png|webp)$/.test(name));
  return names.sort().map((name) => ({ name: `${folder}/${name}`, bytes: readFileSync(join(fixtures, folder, name)) }));
}

/** The pictures whose scores are recorded: 224-pixel abstract ones that flag and harmless ones of 0.4 to 0.9 megapixels. */
export const recordedPictures = () => [...fixturesIn('flagged'), ...fixturesIn('benign')];

/** A picture as a camera writes it: 12 megapixels with sensor noise, JPEG at quality 90. */
async function asPhotograph(name) {
  const noise = sharp({
    create: { width: 4000, height: 3000, channels: 3, background: '#808080', noise: { type: 'gaussian', mean: 128, sigma: 12 } },
  });
  const grain = await noise.png({ compressionLevel: 0 }).toBuffer();
  const bytes = await sharp(join(fixtures, name))
    .resize(4000, 3000, { fit: 'fill', kernel: 'cubic' })
    .composite([{ input: grain, blend: 'soft-light' }])
    .jpeg({ quality: 90 })
    .toBuffer();
  return { name: `${name} as 12 MP JPEG`, bytes };
}

/**
 * The recorded pictures and six of them as 12-megapixel photographs. Those six are clear cases: one that nsfwjs holds at 0.5 against 0.4
 * (vases) changes its class with the noise that is added.
 */
export async function benchPictures() {
  const large = [
    'flagged/explicit-1.png',
    'benign/books.webp',
    'benign/chips.webp',
    'benign/pears.webp',
    'benign/ridge.webp',
    'benign/coffee.webp',
  ];
  return [...recordedPictures(), ...(await Promise.all(large.map(asPhotograph)))];
}
