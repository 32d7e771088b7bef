import type { AnalyserInput, Shown } from './analyser.ts';

/** Longer texts are cut: nobody reads a book for a picture, and providers count it. */
export const textMaxLength = 10_000;

/** A decoded picture and its texts as analysers take them. */
export function toInput(shown: Shown, texts: readonly (string | null)[]): AnalyserInput {
  return {
    ...shown,
    text: texts
      .filter((text) => text !== null && text.trim() !== '')
      .join('\n')
      .slice(0, textMaxLength)
      .toWellFormed(),
  };
}
