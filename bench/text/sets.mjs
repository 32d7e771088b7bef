/** Sets of 60 pictures with writing, each made from a seed: `makeSet(name)` gives the same pictures at every run. */
import { globSync } from 'node:fs';
import sharp from 'sharp';
import { randomFrom } from '../../packages/engine/test/random.ts';

const photographs = globSync(new URL('../../packages/engine/fixtures/benign/*.webp', import.meta.url).pathname).sort();
const families = [
  ...['DejaVu Sans', 'DejaVu Sans Mono', 'DejaVu Serif', 'DejaVu Sans Condensed'],
  ...['Liberation Sans', 'Liberation Serif', 'Liberation Mono', 'Liberation Sans Narrow'],
];
const words =
  `cheap casino bonus order online today followers private channel escort service weapons licence summer discount crypto giveaway
  double camera works perfectly subscribe fresh oranges leather handbag medium delivery monday garden music winter ticket market
  escape river silver payment account secret number waiting`.split(/\s+/);

const kinds = {
  /** One line somewhere on a photograph. */
  line: ({ between, pick, phrase }) => ({
    size: [1000, 750],
    lines: [phrase(2, 4)],
    letters: between(18, 48),
    angle: between(-12, 12),
    at: [between(0.3, 0.7), between(0.1, 0.9)],
    ...pick([
      { fill: '#ffffff', stroke: '#000000' },
      { fill: '#111111', stroke: '#ffffff' },
      { fill: '#ffffff' },
      { fill: '#ffe14d', stroke: '#1a1a1a' },
    ]),
  }),
  /** A name in a corner, half transparent. */
  corner: ({ between, pick, phrase }) => ({
    size: [1200, 900],
    lines: [phrase(1, 2)],
    letters: between(16, 28),
    at: [pick([0.14, 0.86]), pick([0.05, 0.95])],
    fill: '#ffffff',
    opacity: between(0.6, 0.9),
    stroke: '#000000',
  }),
  /** Capitals across the top and the bottom. */
  meme: ({ between, phrase }) => ({
    size: [800, 800],
    lines: [phrase(2, 3).toUpperCase()],
    letters: between(44, 64),
    at: [0.5, between(0, 1) < 0.5 ? 0.08 : 0.95],
    fill: '#ffffff',
    stroke: '#000000',
    bold: true,
  }),
  /** Lines of a page on a plain ground. */
  screenshot: ({ between, pick, phrase }) => ({
    size: [1400, 900],
    plain: true,
    lines: Array.from({ length: Math.round(between(3, 12)) }, () => phrase(3, 7)),
    letters: between(14, 20),
    at: [between(0.35, 0.65), 0.2],
    ...pick([
      { fill: '#222222', ground: '#ffffff' },
      { fill: '#e6e6e6', ground: '#1b1f27' },
    ]),
  }),
  /** Several lines on a large photograph. */
  large: ({ between, phrase }) => ({
    size: [1600, 1200],
    lines: Array.from({ length: Math.round(between(2, 4)) }, () => phrase(2, 3)),
    letters: between(22, 40),
    angle: between(-12, 12),
    at: [between(0.3, 0.7), between(0.2, 0.7)],
    fill: '#ffffff',
    stroke: '#000000',
  }),
};

/** Names of the sets. Nothing was tuned on `aside`: it has pictures of each kind, by another seed. */
export const setNames = [...Object.keys(kinds), 'aside'];

/** @returns sixty pictures with what is written in each: `{ bytes, lines, kind }` */
export async function makeSet(name, count = 60) {
  const random = randomFrom(1_000 + 77 * setNames.indexOf(name));
  const between = (from, to) => from + (to - from) * random();
  const pick = (list) => list[Math.floor(random() * list.length)];
  const phrase = (from, to) => Array.from({ length: Math.round(between(from, to)) }, () => pick(words)).join(' ');
  const pictures = [];
  for (let index = 0; index < count; index++) {
    const kind = name === 'aside' ? pick(Object.keys(kinds)) : name;
    const wanted = { ...kinds[kind]({ between, pick, phrase }), font: pick(families), photograph: pick(photographs) };
    pictures.push({ bytes: await draw(wanted), lines: wanted.lines, kind });
  }
  return pictures;
}

async function draw({ size, lines, letters, angle = 0, at, fill, stroke, opacity = 1, bold, plain, ground, font, photograph }) {
  const [width, height] = size;
  const [x, y] = [at[0] * width, at[1] * height];
  const outline = stroke ? `stroke="${stroke}" stroke-width="${letters / 16}" paint-order="stroke"` : '';
  const rows = lines.map((line, row) => `<text x="${x}" y="${y + row * letters * 1.6}">${line}</text>`).join('');
  const style = `font-family="${font}" font-size="${letters}" font-weight="${bold ? 700 : 400}" text-anchor="middle"`;
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><g ${style} fill="${fill}" ${outline} ` +
    `opacity="${opacity}" transform="rotate(${angle} ${x} ${y})">${rows}</g></svg>`;
  const below = plain
    ? sharp({ create: { width, height, channels: 3, background: ground } })
    : sharp(photograph).resize(width, height, { fit: 'cover' });
  return await below
    .composite([{ input: Buffer.from(svg) }])
    .jpeg({ quality: 85 })
    .toBuffer();
}
