/** What a line says, and how sure the recogniser is of its characters on average, 0…1 (0 when there are none). */
export type Reading = { text: string; confidence: number };

/**
 * Greedy reading of the recogniser's answer (connectionist temporal classification): of each step the likeliest class, repeats
 * taken together, class 0 (no character) left out.
 * @param likelihoods one row of `characters.length` values a step
 */
export function readClasses(likelihoods: Float32Array, characters: readonly string[]): Reading {
  const classes = characters.length;
  let text = '';
  let sure = 0;
  let count = 0;
  let before = 0;
  for (let start = 0; start < likelihoods.length; start += classes) {
    let best = 0;
    for (let index = 1; index < classes; index++) {
      if ((likelihoods[start + index] ?? 0) > (likelihoods[start + best] ?? 0)) best = index;
    }
    if (best !== 0 && best !== before) {
      text += characters[best] ?? '';
      sure += likelihoods[start + best] ?? 0;
      count += 1;
    }
    before = best;
  }
  return { text: text.trim(), confidence: count === 0 ? 0 : sure / count };
}
