import { randomFrom } from './random.ts';

/** `refused`: whatever the codec makes of it, no verdict may come out. `any`: a verdict or a refusal, but an orderly one. */
type Expectation = 'refused' | 'any';
export type Mutated = { name: string; bytes: Buffer; expected: Expectation };

export type Dice = { below: (limit: number) => number; pick: <T>(list: readonly [T, ...T[]]) => T };
type Outcome = { bytes: Buffer; expected: Expectation };
export type Mutation = (original: Buffer, dice: Dice) => Outcome;

export const any = (bytes: Buffer): Outcome => ({ bytes, expected: 'any' });
export const refused = (bytes: Buffer): Outcome => ({ bytes, expected: 'refused' });
export const insert = (bytes: Buffer, at: number, piece: Uint8Array) =>
  Buffer.concat([bytes.subarray(0, at), piece, bytes.subarray(at)]);
export const text = (content: string) => Buffer.from(content, 'latin1');

/** A document of a browser. */
export const page = '<!doctype html><script>alert(1)</script>';
/** Nothing but an end record: an archive to every reader. */
export const zipEnd = Buffer.concat([text('PK\x05\x06'), Buffer.alloc(18)]);

const extremes = [0, 1, 0x7f, 0x7fff_ffff, 0x8000_0000, 0xffff_ffff] as const;

/** Up to so many bits within the first `within` bytes. */
export function flipBits(most: number, within: number): Mutation {
  return (original, dice) => {
    const bytes = Buffer.from(original);
    for (let left = 1 + dice.below(most); left > 0; left -= 1) {
      const at = dice.below(Math.min(bytes.length, within));
      bytes[at] = (bytes[at] ?? 0) ^ (1 << dice.below(8));
    }
    return any(bytes);
  };
}

/** A number that programs are not ready for, within the first `within` bytes. */
export function writeExtreme(within: number): Mutation {
  return (original, dice) => {
    const bytes = Buffer.from(original);
    const at = dice.below(Math.min(bytes.length - 4, within));
    if (dice.below(2) === 0) bytes.writeUInt32BE(dice.pick(extremes), at);
    else bytes.writeUInt32LE(dice.pick(extremes), at);
    return any(bytes);
  };
}

export const repeatPiece: Mutation = (original, dice) => {
  const start = dice.below(original.length);
  return any(insert(original, dice.below(original.length), original.subarray(start, start + 1 + dice.below(4_096))));
};

export const leaveOutPiece: Mutation = (original, dice) => {
  const start = dice.below(original.length);
  return any(Buffer.concat([original.subarray(0, start), original.subarray(start + 1 + dice.below(2_048))]));
};

/** The beginning of one file and the end of another. */
export function joinFiles<T>(sources: readonly [T, ...T[]], read: (source: T) => Buffer): Mutation {
  return (original, dice) => {
    const other = read(dice.pick(sources));
    return any(Buffer.concat([original.subarray(0, dice.below(original.length)), other.subarray(dice.below(other.length))]));
  };
}

type Kind<T extends string> = {
  mutations: Record<string, Mutation>;
  sources: readonly [T, ...T[]];
  read: (source: T) => Buffer;
};

/** The n-th hostile file of a seed. It goes round the mutations; the same numbers make the same file. */
export function nthMutated<T extends string>({ mutations, sources, read }: Kind<T>, seed: number, n: number): Mutated {
  const random = randomFrom(seed * 1_000_003 + n);
  const below = (limit: number) => Math.floor(random() * limit);
  const dice: Dice = { below, pick: (list) => list[below(list.length)] ?? list[0] };
  const names = Object.keys(mutations);
  const name = names[n % names.length] ?? '';
  const source = dice.pick(sources);
  const make = mutations[name];
  if (!make) throw new Error(`There is no mutation ${name}`);
  return { name: `${name}: ${source} #${n}`, ...make(read(source), dice) };
}
