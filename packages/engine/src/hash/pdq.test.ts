import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { fixture, fixturesIn } from '../../test/fixture.ts';
import { decodePicture } from '../decode/decode-picture.ts';
import { hashPicture } from './hash-picture.ts';
import { jaroszFilter } from './jarosz-filter.ts';
import { hashOfMatrix, pdqHash } from './pdq.ts';

/** Numbers 0…255 that are the same every time. */
function matrixOf(seed: number): Float64Array {
  let state = seed;
  return Float64Array.from({ length: 4096 }, () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return (state / 2_147_483_648) * 255;
  });
}

/** The paper's formulas written down one by one, slowly and without anything shared with the implementation. */
function straightFromThePaper(a: Float64Array): string {
  const dct = (i: number, j: number) => Math.sqrt(2 / 64) * Math.cos((Math.PI / 2 / 64) * i * (2 * j + 1));
  const b: number[][] = [];
  for (let i = 1; i <= 16; i++) {
    const row: number[] = [];
    for (let j = 1; j <= 16; j++) {
      let sum = 0;
      for (let k = 0; k < 64; k++) for (let l = 0; l < 64; l++) sum += dct(i, k) * (a[k * 64 + l] ?? 0) * dct(j, l);
      row.push(sum);
    }
    b.push(row);
  }
  const flat = b.flat();
  // Torben's median of an even count: the largest value that at most half of the values lie under.
  const median = [...flat].sort((one, other) => one - other)[127] ?? 0;
  const words = Array.from({ length: 16 }, (_, word) => {
    let value = 0;
    for (let bit = 0; bit < 16; bit++) if ((flat[word * 16 + bit] ?? 0) > median) value |= 1 << bit;
    return value.toString(16).padStart(4, '0');
  });
  return words.reverse().join('');
}

function distance(one: string, other: string): number {
  let bits = BigInt(`0x${one}`) ^ BigInt(`0x${other}`);
  let count = 0;
  for (; bits > 0n; bits &= bits - 1n) count += 1;
  return count;
}

const hashOf = async (bytes: Uint8Array) => hashPicture((await decodePicture(bytes)).frames[0]);
/** From this distance on two hashes are of different pictures. */
const MATCH = 31;

describe('PDQ', () => {
  it.each([1, 2, 3, 4, 5])('gives exactly the bits of the paper for matrix %i', (seed) => {
    const matrix = matrixOf(seed);
    expect(hashOfMatrix(matrix).pdq).toBe(straightFromThePaper(matrix));
  });

  it('sets half of the bits', () => {
    for (const seed of [1, 2, 3]) expect(distance(hashOfMatrix(matrixOf(seed)).pdq, '0'.repeat(64))).toBe(128);
  });

  it('knows the mirrored picture without hashing it', () => {
    const matrix = matrixOf(7);
    const turned = matrix.map((_, at) => matrix[at - (at % 64) + 63 - (at % 64)] ?? 0);
    expect(hashOfMatrix(matrix).mirrored).toBe(hashOfMatrix(turned).pdq);
  });

  it.each([
    [512, 384],
    [500, 333],
    [320, 240],
    [127, 90],
    [64, 64],
  ])('knows the mirror image of a picture of %i × %i pixels as if it had been hashed itself', (width, height) => {
    const noise = matrixOf(11);
    // Soft enough that the blur is not all there is.
    const data = Uint8Array.from({ length: width * height * 3 }, (_, at) => {
      const [x, y] = [Math.floor(at / 3) % width, Math.floor(at / 3 / width)];
      return noise[(Math.floor((y * 12) / height) * 64 + Math.floor((x * 12) / width)) % 4096] ?? 0;
    });
    const turned = data.map((_, at) => {
      const [x, y] = [Math.floor(at / 3) % width, Math.floor(at / 3 / width)];
      return data[(y * width + width - 1 - x) * 3 + (at % 3)] ?? 0;
    });
    const plain = pdqHash({ data, width, height });
    expect(distance(plain.mirrored, pdqHash({ data: turned, width, height }).pdq)).toBeLessThanOrEqual(2);
  });

  it('says that an empty picture cannot be recognised', () => {
    expect(hashOfMatrix(new Float64Array(4096).fill(128)).quality).toBe(0);
    expect(hashOfMatrix(matrixOf(1)).quality).toBe(100);
  });

  it('finds a copy that is smaller, stored anew, marked or mirrored', async () => {
    const original = fixture('benign/pears.webp');
    const known = await hashOf(original);
    const mark = Buffer.from('<svg width="200" height="40"><text x="4" y="30" font-size="28" fill="white">copy</text></svg>');
    const copies = {
      smaller: await sharp(original).resize(300).jpeg({ quality: 60 }).toBuffer(),
      stretched: await sharp(original).resize(640, 512, { fit: 'fill' }).webp({ quality: 50 }).toBuffer(),
      marked: await sharp(original)
        .composite([{ input: mark, gravity: 'southeast' }])
        .png()
        .toBuffer(),
      brighter: await sharp(original).modulate({ brightness: 1.2 }).jpeg().toBuffer(),
    };
    for (const [name, bytes] of Object.entries(copies)) {
      expect(distance(known.pdq, (await hashOf(bytes)).pdq), name).toBeLessThanOrEqual(MATCH);
    }
    const mirrored = await hashOf(await sharp(original).flop().jpeg({ quality: 70 }).toBuffer());
    expect(distance(known.pdq, mirrored.mirrored)).toBeLessThanOrEqual(MATCH);
    expect(distance(known.pdq, mirrored.pdq)).toBeGreaterThan(MATCH);
  });

  it('tells pictures of different things apart', async () => {
    // The prints show the motifs of others again.
    const names = fixturesIn('benign').filter((name) => !name.includes('print-'));
    const hashes = await Promise.all(names.map(async (name) => hashOf(fixture(name))));
    for (const [index, one] of hashes.entries()) {
      for (const other of hashes.slice(index + 1)) {
        expect(distance(one.pdq, other.pdq)).toBeGreaterThan(MATCH);
        expect(distance(one.pdq, other.mirrored)).toBeGreaterThan(MATCH);
      }
    }
  });

  it.each([
    [1, 1],
    [3, 2_000],
    [64, 64],
  ])('takes a picture of %i × %i pixels', (width, height) => {
    expect(pdqHash({ data: new Uint8Array(width * height * 3).fill(9), width, height }).pdq).toMatch(/^[0-9a-f]{64}$/);
  });
});

describe('jaroszFilter', () => {
  it('keeps what is even and spreads a point over its neighbours without loss in the middle', () => {
    const even = new Float64Array(256 * 256).fill(7);
    jaroszFilter(even, 256, 256, 64);
    expect(Math.max(...even)).toBeCloseTo(7, 9);
    expect(Math.min(...even)).toBeCloseTo(7, 9);
    const point = new Float64Array(256 * 256);
    point[128 * 256 + 128] = 1;
    jaroszFilter(point, 256, 256, 64);
    expect(point.reduce((sum, value) => sum + value, 0)).toBeCloseTo(1, 9);
    expect(Math.max(...point)).toBeLessThan(0.3);
  });
});
