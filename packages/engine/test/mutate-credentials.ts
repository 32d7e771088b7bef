import {
  any,
  flipBits,
  insert,
  leaveOutPiece,
  type Mutated,
  type Mutation,
  nthMutated,
  repeatPiece,
  writeExtreme,
} from './mutations.ts';

const isHead = (picture: Buffer, at: number) => picture.toString('latin1', at + 12, at + 20).includes('jumb');

/** Where the packet with the manifest begins and ends in a JPEG that was signed. */
function storeIn(picture: Buffer): { start: number; end: number } {
  for (let at = 2; picture[at] === 0xff && picture[at + 1] !== 0xda; at += 2 + picture.readUInt16BE(at + 2))
    if (picture[at + 1] === 0xeb && isHead(picture, at)) return { start: at, end: at + 2 + picture.readUInt16BE(at + 2) };
  throw new Error('The picture holds no manifest');
}

/** The mutation of the manifest alone: the picture around it stays, and the packet says how long it is. */
const inStore =
  (mutation: Mutation): Mutation =>
  (picture, dice) => {
    const { start, end } = storeIn(picture);
    const head = picture.subarray(start, start + 4);
    const { bytes } = mutation(picture.subarray(start + 4, end), dice);
    const changed = Buffer.concat([head, bytes.subarray(0, 65_000)]);
    changed.writeUInt16BE(changed.length - 2, 2);
    return any(Buffer.concat([picture.subarray(0, start), changed, picture.subarray(end)]));
  };

const overwrite: Mutation = (original, dice) => {
  const start = dice.below(original.length);
  return any(Buffer.from(original).fill(dice.below(256), start, Math.min(start + 1 + dice.below(200), original.length)));
};

/** The name of a box or of a field made another one that is there too. */
const rename: Mutation = (original, dice) => {
  const names = [
    'jumb',
    'jumd',
    'cbor',
    'json',
    'c2pa.claim',
    'c2pa.signature',
    'c2pa.assertions',
    'hash',
    'alg',
    'pad',
  ] as const;
  const [from, to] = [dice.pick(names), dice.pick(names)];
  const bytes = Buffer.from(original);
  const at = bytes.indexOf(from);
  if (at !== -1) bytes.write(to.padEnd(from.length, '\0').slice(0, from.length), at, 'latin1');
  return any(bytes);
};

/** CBOR that nests deeper than anything should. */
const nest: Mutation = (original, dice) => {
  const at = Math.max(original.lastIndexOf('cbor'), 0) + 4;
  return any(insert(original, at, Buffer.alloc(1 + dice.below(40_000), dice.pick([0x81, 0xa1, 0xd8, 0x9f, 0xbf] as const))));
};

const mutations: Record<string, Mutation> = {
  'bits of the manifest flipped': inStore(flipBits(16, Number.POSITIVE_INFINITY)),
  'one bit of the manifest flipped': inStore(flipBits(1, Number.POSITIVE_INFINITY)),
  'an extreme number in the manifest': inStore(writeExtreme(Number.POSITIVE_INFINITY)),
  'a run of the manifest overwritten': inStore(overwrite),
  'a piece of the manifest repeated': inStore(repeatPiece),
  'a piece of the manifest left out': inStore(leaveOutPiece),
  'a box renamed': inStore(rename),
  'much nested': inStore(nest),
  'bits of the picture flipped': flipBits(8, Number.POSITIVE_INFINITY),
  'a piece of the file repeated': repeatPiece,
  'a piece of the file left out': leaveOutPiece,
};

/** The n-th hostile file of a seed, made of a picture that was signed. */
export const mutatedCredentials = (signed: Buffer, seed: number, n: number): Mutated =>
  nthMutated({ mutations, sources: ['signed'], read: () => Buffer.from(signed) }, seed, n);

/** All of a picture but its manifest: what the signature binds. */
export function boundPart(picture: Buffer): Buffer {
  const { start, end } = storeIn(picture);
  return Buffer.concat([picture.subarray(0, start), picture.subarray(end)]);
}
