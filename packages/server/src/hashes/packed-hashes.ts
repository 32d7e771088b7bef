/** Words of 32 bits of a hash. */
const WORDS = 8;
/** Bytes of a hash. */
export const HASH_BYTES = WORDS * 4;

/** A hash that is looked for, also as it is in the mirror. */
export type Sought = { hash: Buffer; mirrored: Buffer };

/** Hashes side by side in memory, each under its position, which only rises. */
export type PackedHashes = {
  readonly length: number;
  /** All hashes up to this position are here. */
  readonly upTo: number;
  /** Adds one; a position that is here already is passed over. */
  add(position: number, hash: Buffer): void;
  /** Says that there are no others up to this position. */
  skipTo(position: number): void;
  /** Positions of all hashes that differ from the sought one, or from its mirror image, in at most so many bits. */
  near(sought: Sought, distanceMax: number): number[];
};

/** Set bits of 32. */
function bitsOf(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555);
  const nibbles = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((nibbles + (nibbles >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/** In how many bits two hashes differ. */
export function hashDistance(one: Buffer, other: Buffer): number {
  let bits = 0;
  for (let at = 0; at < HASH_BYTES; at += 4) bits += bitsOf(one.readInt32LE(at) ^ other.readInt32LE(at));
  return bits;
}

const wordsOf = (hash: Buffer) => Int32Array.from({ length: WORDS }, (_, word) => hash.readInt32LE(word * 4));

export function createPackedHashes(): PackedHashes {
  let words = new Int32Array(1_024 * WORDS);
  let positions = new Float64Array(1_024);
  let length = 0;
  let upTo = 0;

  function grow(): void {
    const [more, morePositions] = [new Int32Array(words.length * 2), new Float64Array(positions.length * 2)];
    more.set(words);
    morePositions.set(positions);
    [words, positions] = [more, morePositions];
  }

  /** The whole distance, for the few whose beginning is near. */
  function distance(at: number, sought: Int32Array): number {
    let bits = 0;
    for (let word = 0; word < WORDS; word++) bits += bitsOf((words[at + word] ?? 0) ^ (sought[word] ?? 0));
    return bits;
  }

  return {
    get length() {
      return length;
    },
    get upTo() {
      return upTo;
    },
    add(position, hash) {
      if (position <= upTo) return;
      if (length === positions.length) grow();
      words.set(wordsOf(hash), length * WORDS);
      positions[length] = position;
      length += 1;
      upTo = position;
    },
    skipTo(position) {
      upTo = Math.max(upTo, position);
    },
    near(sought, distanceMax) {
      const [plain, mirrored] = [wordsOf(sought.hash), wordsOf(sought.mirrored)];
      const [p0 = 0, p1 = 0, p2 = 0] = plain;
      const [m0 = 0, m1 = 0, m2 = 0] = mirrored;
      const found: number[] = [];
      // Read once: what the closure holds might change under the loop for all that the compiler knows.
      const [held, count] = [words, length];
      for (let index = 0, at = 0; index < count; index++, at += WORDS) {
        const w0 = held[at] ?? 0;
        const w1 = held[at + 1] ?? 0;
        const w2 = held[at + 2] ?? 0;
        // Of two pictures that have nothing to do with each other 48 of the first 96 bits differ, and hardly ever under 32.
        const may = bitsOf(w0 ^ p0) + bitsOf(w1 ^ p1) + bitsOf(w2 ^ p2) <= distanceMax;
        if (!may && bitsOf(w0 ^ m0) + bitsOf(w1 ^ m1) + bitsOf(w2 ^ m2) > distanceMax) continue;
        if (distance(at, plain) <= distanceMax || distance(at, mirrored) <= distanceMax) found.push(positions[index] ?? 0);
      }
      return found;
    },
  };
}
