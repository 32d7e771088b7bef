/** A text and, while that is asked for, the place in the original that each of its code units comes from. */
export type TracedText = { text: string; places: readonly number[] | null };

const everyCharacter = /./gsu;

/**
 * Replaces what the pattern (global, Unicode) finds, and keeps the places. Of a replacement the n-th character comes from
 * the n-th that was found, as far as there are so many.
 */
export function rewrite({ text, places }: TracedText, pattern: RegExp, write: (found: string, at: number) => string): TracedText {
  if (places === null) return { text: text.replace(pattern, (found, ...rest) => write(found, placeOf(rest))), places: null };
  let written = '';
  let last = 0;
  const kept: number[] = [];
  const keep = (from: number, to: number) => {
    written += text.slice(from, to);
    for (let at = from; at < to; at++) kept.push(places[at] ?? 0);
  };
  for (const { 0: found, index } of text.matchAll(pattern)) {
    keep(last, index);
    const replacement = write(found, index);
    const origins = Array.from(found.matchAll(everyCharacter), (character) => places[index + character.index] ?? 0);
    let n = 0;
    for (const character of replacement) {
      for (let unit = 0; unit < character.length; unit++) kept.push(origins[Math.min(n, origins.length - 1)] ?? 0);
      n += 1;
    }
    written += replacement;
    last = index + found.length;
  }
  keep(last, text.length);
  return { text: written, places: kept };
}

/** The offset among what `replace` hands over after the match: groups come before it. */
const placeOf = (rest: readonly unknown[]): number => rest.find((value) => typeof value === 'number') ?? 0;
