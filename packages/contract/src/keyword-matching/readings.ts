import { asCyrillic, asLatin } from './confusables.ts';
import { joinedWords, spelledOut, unhyphenated } from './joined-words.ts';
import type { Sought } from './look-out.ts';
import { ascii, folded, tidied, visible, withoutMarks } from './normal-form.ts';
import { rewrite, type TracedText } from './traced-text.ts';
import { type Trigrams, trigramTable } from './trigrams.ts';
import { type WordEdges, wordEdges } from './word-edges.ts';

/** Signs and digits that are written for letters. `1`, `!` and `|` stand for i or for l: both are tried. */
const lookalikes = new Map(
  Object.entries({ '0': 'o', '3': 'e', '4': 'a', '5': 's', '7': 't', '8': 'b', '9': 'g', '@': 'a', $: 's', '€': 'e', '+': 't' }),
);
const forIOrL = /[1!|]/g;
const lookalike = /[0345789@$€+]/g;

/** The readings of a text in its normal form: as it stands, and with look-alikes read as the letters they stand for. */
function leetReadings(text: string): string[] {
  const read = text.replace(lookalike, (sign) => lookalikes.get(sign) ?? sign);
  return [...new Set([text, read.replace(forIOrL, 'i'), read.replace(forIOrL, 'l')])];
}

/**
 * One way in which a text can be read. `bare`: keywords are compared without their marks too. `wordsOnly`: put together from pieces, so
 * that only whole ones count: `push-it` holds no word that begins in the middle of a piece. `repeats`: the text is that of the first
 * reading, so that only a keyword with marks of its own can be found anew.
 */
export type Reading = Sought & { bare: boolean; wordsOnly: boolean; repeats: boolean; places: TracedText['places'] };

const everything = /.+/gsu;

/** The same with other characters in the place of each. */
const mapped = (traced: TracedText, write: (text: string) => string) => rewrite(traced, everything, write);

function reading(
  { text, places }: TracedText,
  { bare = false, joints }: { bare?: boolean; joints?: readonly number[] } = {},
): Reading {
  let edges: WordEdges | undefined;
  let trigrams: Trigrams | undefined;
  return {
    text,
    places,
    bare,
    wordsOnly: joints !== undefined,
    repeats: false,
    edges: () => {
      edges ??= wordEdges(text, joints);
      return edges;
    },
    trigrams: () => {
      trigrams ??= trigramTable(text);
      return trigrams;
    },
  };
}

const leet = (traced: TracedText): TracedText[] => leetReadings(traced.text).map((text) => ({ text, places: traced.places }));

/** Marks, other scripts, signs and separators that are put into words so that they are not found. */
function* disguised(bare: TracedText): Generator<Reading> {
  const isAscii = ascii.test(bare.text);
  const latin = isAscii ? bare : mapped(bare, asLatin);
  const lined = unhyphenated(folded(latin));
  const flat = tidied(lined);
  for (const traced of leet(flat)) yield reading(traced, { bare: true });
  if (!isAscii && asCyrillic(bare.text) !== bare.text) yield reading(tidied(folded(mapped(bare, asCyrillic))), { bare: true });
  const spelled = spelledOut(lined);
  if (spelled !== lined) for (const traced of leet(tidied(spelled))) yield reading(traced, { bare: true });
  const joined = joinedWords(spelled);
  if (joined) for (const traced of leet(joined.traced)) yield reading(traced, { bare: true, joints: joined.joints });
}

/**
 * The readings of a text in which keywords are looked for: its normal form, the same without marks that spelling can do without, and with
 * `leetspeak` those that see through disguises. Equal ones come once.
 * @param visibleText with its line breaks, as `visible` leaves it
 */
export function readingsOf(visibleText: TracedText, leetspeak: boolean): Reading[] {
  const plain = reading(tidied(folded(visibleText)));
  const bareText = withoutMarks(visibleText);
  const bare = reading(tidied(folded(bareText)), { bare: true });
  const readings = new Map<string, Reading>();
  const add = (one: Reading) => {
    const key = `${one.bare} ${one.wordsOnly} ${one.text}`;
    if (!readings.has(key)) readings.set(key, one);
  };
  add(plain);
  add({ ...bare, repeats: bare.text === plain.text });
  if (leetspeak) for (const one of disguised(bareText)) add(one);
  return [...readings.values()];
}

/** A text as it is read first; nothing is traced. */
export const untraced = (text: string): TracedText => ({ text: visible(text), places: null });
