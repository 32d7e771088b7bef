/** Sixty pictures with writing over photographs: four fonts, three sizes, five rotations, each with its true text. */
import { globSync } from 'node:fs';
import sharp from 'sharp';

/** Families that Debian's fonts-dejavu and fonts-liberation bring; another machine draws with what it has. */
export const fonts = ['DejaVu Sans', 'DejaVu Serif', 'Liberation Sans', 'Liberation Mono'];
export const sizes = [16, 24, 48];
export const rotations = [-15, -7, 0, 7, 15];

const lines = [
  ['Cheap Viagra here', 'order online today'],
  ['FREE CASINO', 'bonus 250 coins'],
  ['Buy followers', 'www.example.shop'],
  ['Leather handbag', 'size medium'],
  ['Call 555 0199', 'escort service'],
  ['Weapons for sale', 'no licence needed'],
  ['Summer discount', 'everything must go'],
  ['Crypto giveaway', 'send now, get double'],
  ['Vintage camera', 'works perfectly'],
  ['Subscribe to my', 'private channel'],
  ['Hate speech', 'is not welcome'],
  ['Fresh oranges', 'two for one'],
];
const paints = [
  { fill: '#ffffff', stroke: '#000000' },
  { fill: '#111111', stroke: '#ffffff' },
  { fill: '#ffe14d', stroke: '#1a1a1a' },
];

const photographs = globSync(new URL('../../packages/engine/fixtures/benign/*.webp', import.meta.url).pathname).sort();

/** A photograph of 1200 × 900 pixels. */
export const photograph = (index) => sharp(photographs[index % photographs.length]).resize(1200, 900, { fit: 'cover' });

/** All sixty. */
export async function pictures() {
  const made = [];
  for (const font of fonts) {
    for (const size of sizes) {
      for (const rotation of rotations) made.push(await picture(made.length, { font, size, rotation }));
    }
  }
  return made;
}

async function picture(index, { font, size, rotation }) {
  const text = lines[index % lines.length];
  const { fill, stroke } = paints[index % paints.length];
  const spans = text.map((line, row) => `<text x="600" y="${450 + row * size * 1.6}">${line}</text>`).join('');
  const style = `font-family="${font}" font-size="${size}" fill="${fill}"
  stroke="${stroke}" stroke-width="${size / 16}" paint-order="stroke" text-anchor="middle"`;
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="900">` +
    `<g ${style} transform="rotate(${rotation} 600 450)">${spans}</g></svg>`;
  const bytes = await photograph(index)
    .composite([{ input: Buffer.from(svg) }])
    .jpeg({ quality: 85 })
    .toBuffer();
  return { bytes, text: text.join(' '), font, size, rotation };
}
