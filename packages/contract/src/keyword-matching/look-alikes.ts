/** Signs and digits that are written for letters. `1`, `!` and `|` stand for i or for l: both are tried. */
const lookalikes = new Map(
  Object.entries({ '0': 'o', '3': 'e', '4': 'a', '5': 's', '7': 't', '8': 'b', '9': 'g', '@': 'a', $: 's', '€': 'e', '+': 't' }),
);
const forIOrL = /[1!|]/g;
const lookalike = /[0345789@$€+]/g;

/** The readings of a text in its normal form: as it stands, and with look-alikes read as the letters they stand for. */
export function leetReadings(text: string): string[] {
  const read = text.replace(lookalike, (sign) => lookalikes.get(sign) ?? sign);
  return [...new Set([text, read.replace(forIOrL, 'i'), read.replace(forIOrL, 'l')])];
}
