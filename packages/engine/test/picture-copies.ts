import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PictureHash } from '@clearframe/contract';
import sharp from 'sharp';
import { decodePicture } from '../src/decode/decode-picture.ts';
import { hashPicture } from '../src/hash/hash-picture.ts';
import { randomFrom } from './random.ts';

/** A picture as a file, and what it is called in a failure. */
export type Reference = { name: string; file: Buffer };

const folder = join(import.meta.dirname, '../fixtures/benign');

/** Photographs at hand, every one of another thing: the prints show the motifs of others again. */
export function photographs(): Reference[] {
  const names = readdirSync(folder).filter((name) => !name.startsWith('print-'));
  return names.map((name) => ({ name, file: readFileSync(join(folder, name)) }));
}

const [WIDTH, HEIGHT] = [320, 240];
/** Photographs have about so much less of each doubled frequency. */
const FALL = 0.6;

/** One layer of soft spots, `across` of them side by side, in the size of the picture. */
async function layer(random: () => number, across: number): Promise<Buffer> {
  const [width, height] = [across, Math.ceil((across * HEIGHT) / WIDTH)];
  const spots = Buffer.from(Array.from({ length: width * height * 3 }, () => Math.floor(random() * 256)));
  const grown = sharp(spots, { raw: { width, height, channels: 3 } }).resize(WIDTH, HEIGHT, { fit: 'fill', kernel: 'cubic' });
  return await grown.raw().toBuffer();
}

/** Some shapes with hard edges, as things in front of a background have them. */
function shapes(random: () => number): Buffer {
  const colour = () => `rgb(${[0, 0, 0].map(() => Math.floor(random() * 256)).join()})`;
  const drawn = Array.from({ length: 3 + Math.floor(random() * 5) }, () => {
    const [x, y, a, b] = [random() * WIDTH, random() * HEIGHT, 15 + random() * 70, 15 + random() * 70];
    const turn = `transform="rotate(${random() * 180} ${x} ${y})" fill="${colour()}"`;
    return random() < 0.5
      ? `<ellipse cx="${x}" cy="${y}" rx="${a}" ry="${b}" ${turn}/>`
      : `<rect x="${x}" y="${y}" width="${a}" height="${b}" ${turn}/>`;
  });
  return Buffer.from(`<svg width="${WIDTH}" height="${HEIGHT}">${drawn.join('')}</svg>`);
}

/** A made-up picture: noise with the frequencies of a photograph and shapes over it. The same for the same seed. */
async function madePicture(seed: number): Promise<Reference> {
  const random = randomFrom(seed);
  const sums = new Float64Array(WIDTH * HEIGHT * 3);
  let weight = 1;
  for (let across = 2; across <= 128; across *= 2) {
    const spots = await layer(random, across);
    for (const [at, value] of spots.entries()) sums[at] = (sums[at] ?? 0) + (value - 128) * weight;
    weight *= FALL;
  }
  const noise = Buffer.from(Uint8ClampedArray.from(sums, (sum) => 128 + sum));
  const picture = sharp(noise, { raw: { width: WIDTH, height: HEIGHT, channels: 3 } }).composite([{ input: shapes(random) }]);
  return { name: `made ${seed}`, file: await picture.png().toBuffer() };
}

export const hashOf = async (file: Buffer): Promise<PictureHash> => hashPicture((await decodePicture(file)).frames[0]);
/** A mark in a corner, as pages put it over pictures: white, half seen through, a quarter of the width. */
async function marked(file: Buffer): Promise<Buffer> {
  const { width = WIDTH } = await sharp(file).metadata();
  const size = Math.round(width / 16);
  const words = `<text x="0" y="${size}" font-size="${size}" font-family="sans-serif"
  fill="white" fill-opacity="0.5">© shop.example</text>`;
  const mark = Buffer.from(`<svg width="${size * 6}" height="${Math.round(size * 1.3)}">${words}</svg>`);
  return await sharp(file)
    .composite([{ input: mark, gravity: 'southeast' }])
    .jpeg({ quality: 80 })
    .toBuffer();
}

async function resized(file: Buffer, share: number): Promise<Buffer> {
  const { width = WIDTH } = await sharp(file).metadata();
  return await sharp(file)
    .resize(Math.max(1, Math.round(width * share)))
    .jpeg({ quality: 80 })
    .toBuffer();
}

const qualities = [30, 40, 50, 60, 70, 80, 90];
const shares = [0.25, 0.5, 0.75, 1.5, 2];

/** What copies are made of a picture by those who store it again. */
export const copies: Record<string, (file: Buffer) => Promise<Buffer>> = {
  ...Object.fromEntries(
    qualities.map((quality) => [`JPEG ${quality}`, (file: Buffer) => sharp(file).jpeg({ quality }).toBuffer()]),
  ),
  ...Object.fromEntries(
    qualities.map((quality) => [`WebP ${quality}`, (file: Buffer) => sharp(file).webp({ quality }).toBuffer()]),
  ),
  PNG: (file) => sharp(file).png().toBuffer(),
  ...Object.fromEntries(shares.map((share) => [`${share * 100} %`, (file: Buffer) => resized(file, share)])),
  mark: marked,
  mirror: (file) => sharp(file).flop().jpeg({ quality: 80 }).toBuffer(),
  'mirror, 50 %, mark': async (file) => marked(await resized(await sharp(file).flop().png().toBuffer(), 0.5)),
};

/** Made-up pictures, one after the other. */
export async function* madePictures(from: number, count: number): AsyncGenerator<Reference> {
  for (let seed = from; seed < from + count; seed += 1) yield await madePicture(seed);
}
