import { type Category, defaultThresholds } from '@clearframe/contract';
import type { Scores } from '../scores.ts';
import type { ColourSummary } from './colours.ts';

/** What a description is made of. Width and height are those of the upright original, in pixels. */
export type Seen = {
  width: number;
  height: number;
  pages: number | 'video';
  scores: Scores;
  neutral: number;
  colours: ColourSummary;
  /** What was read in the picture, a line each. */
  text: string;
};

/** Longest part of the read text that the description repeats, in characters. */
const QUOTED_MAX = 160;

/** From this share on a class decides what kind of picture it is. Rendered products reach 0.66 as drawings, real drawings 0.9. */
const PHOTOGRAPH_FROM = 0.6;
const DRAWING_FROM = 0.8;

/** What is said of a category that reached its review threshold. Drawings are the kind of picture, not a finding. */
const findings: Partial<Record<Category, string>> = {
  sexual_explicit: 'It shows sexually explicit content.',
  sexual_suggestive: 'It shows a suggestive pose or clothing.',
};

/**
 * Plain words of what was affirmatively seen: kind and format of the picture, colours, brightness, and the categories that
 * reached their review threshold. Keywords are matched against these words, partially: so nothing is negated, no class under
 * its threshold is named, no word of the analyser appears, and sizes are words (digits would match keywords such as 18).
 */
export function describe(seen: Seen): string {
  const { colours, brightness } = seen.colours;
  const sentences = [`${opening(seen)} in ${format(seen)}.`];
  if (colours.length > 0) sentences.push(`${colours.length > 1 ? 'Main colours' : 'Main colour'}: ${listWords(colours)}.`);
  if (brightness < 0.25) sentences.push('The picture is dark.');
  if (brightness > 0.75) sentences.push('The picture is bright.');
  return [...sentences, ...foundWords(seen.scores), ...quoted(seen.text)].join(' ');
}

/** What a description says of read text, none when there is none. The whole text stands beside the description. */
export function quoted(text: string): string[] {
  const line = text.replaceAll('\n', ' ');
  if (line === '') return [];
  return [`It says: “${line.length > QUOTED_MAX ? `${line.slice(0, QUOTED_MAX).trimEnd()}…` : line}”.`];
}

function foundWords(scores: Scores): string[] {
  const thresholds = defaultThresholds();
  return Object.entries(findings).flatMap(([name, words]) => {
    const category = name as Category;
    const { review } = thresholds[category];
    return review !== null && (scores[category] ?? 0) >= review ? [words] : [];
  });
}

function opening({ width, height, pages, scores, neutral }: Seen): string {
  const size = sizeWord(width * height);
  const drawn = (scores.synthetic ?? 0) >= DRAWING_FROM;
  if (pages === 'video') return drawn ? `A ${size} drawn video` : `A ${size} video`;
  if (pages > 1) return drawn ? `A ${size} drawn animation` : `A ${size} animation`;
  if (drawn) return `A ${size} drawing or illustration`;
  return neutral >= PHOTOGRAPH_FROM ? `A ${size} photograph-like picture` : `A ${size} picture`;
}

/** Small is under 0.1 megapixels (a thumbnail), large from 2 megapixels on (more than a screen shows). */
function sizeWord(pixels: number): string {
  if (pixels < 100_000) return 'small';
  return pixels < 2_000_000 ? 'medium-sized' : 'large';
}

function format({ width, height }: Seen): string {
  const ratio = width / height;
  if (ratio > 2) return 'wide panorama format';
  if (ratio > 1.1) return 'landscape format';
  if (ratio >= 1 / 1.1) return 'square format';
  return 'portrait format';
}

function listWords(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
}
