import type { CategoryScores } from '@clearframe/contract';
import { keepHighest, type Mapped, type Weights } from '../keep-highest.ts';

/** Version of the tables below; part of the analyser's version. */
export const REKOGNITION_MAPPING = 1;

/** One label of the answer. Confidence in percent; ParentName is empty at the first level. */
export type ModerationLabel = { Name: string; ParentName: string; Confidence: number };

/**
 * Labels of the moderation model 7 by level. Names are Amazon's; the weights are our judgement, not measured. A label that has others
 * below it counts only when none of those is in the answer: Amazon gives it the confidence of the highest of them, which says what it is.
 */
const weights: Readonly<Record<string, Weights>> = {
  Explicit: { sexual_explicit: 1, nudity: 1 },
  'Explicit Nudity': { nudity: 1, sexual_explicit: 0.8 },
  'Exposed Male Genitalia': { nudity: 1, sexual_explicit: 0.8 },
  'Exposed Female Genitalia': { nudity: 1, sexual_explicit: 0.8 },
  'Exposed Buttocks or Anus': { nudity: 1, sexual_explicit: 0.8 },
  'Exposed Female Nipple': { nudity: 1 },
  'Explicit Sexual Activity': { sexual_explicit: 1 },
  'Sex Toys': { sexual_explicit: 1 },

  'Non-Explicit Nudity of Intimate parts and Kissing': { sexual_suggestive: 1 },
  'Non-Explicit Nudity': { sexual_suggestive: 1 },
  'Bare Back': { sexual_suggestive: 0.5 },
  'Exposed Male Nipple': { sexual_suggestive: 0.5 },
  'Partially Exposed Buttocks': { sexual_suggestive: 1 },
  'Partially Exposed Female Breast': { sexual_suggestive: 1 },
  'Implied Nudity': { sexual_suggestive: 1 },
  'Obstructed Intimate Parts': { sexual_suggestive: 1 },
  'Obstructed Female Nipple': { sexual_suggestive: 1 },
  'Obstructed Male Genitalia': { sexual_suggestive: 1 },
  'Kissing on the Lips': { sexual_suggestive: 0.5 },

  'Swimwear or Underwear': { sexual_suggestive: 0.6 },
  'Female Swimwear or Underwear': { sexual_suggestive: 0.6 },
  'Male Swimwear or Underwear': { sexual_suggestive: 0.6 },

  Violence: { violence: 1 },
  Weapons: { weapons: 1 },
  'Graphic Violence': { violence: 1, gore: 1 },
  'Weapon Violence': { violence: 1 },
  'Physical Violence': { violence: 1 },
  'Explosions and Blasts': { violence: 1 },
  'Blood & Gore': { gore: 1, violence: 0.8 },
  'Self-Harm': { self_harm: 1 },

  'Visually Disturbing': { disturbing: 1 },
  'Death and Emaciation': { disturbing: 1 },
  'Emaciated Bodies': { disturbing: 1 },
  Corpses: { disturbing: 1, gore: 1 },
  Crashes: { disturbing: 1 },
  'Air Crash': { disturbing: 1 },

  'Drugs & Tobacco': { drugs: 1, tobacco: 1 },
  Products: { drugs: 1 },
  Pills: { drugs: 1 },
  'Drugs & Tobacco Paraphernalia & Use': { drugs: 1 },
  Smoking: { tobacco: 1 },

  Alcohol: { alcohol: 1 },
  'Alcohol Use': { alcohol: 1 },
  Drinking: { alcohol: 1 },
  'Alcoholic Beverages': { alcohol: 1 },

  'Rude Gestures': { rude_gesture: 1 },
  'Middle Finger': { rude_gesture: 1 },
  Gambling: { gambling: 1 },
  'Hate Symbols': { hate: 1 },
  'Nazi Party': { hate: 1 },
  'White Supremacy': { hate: 1 },
  Extremist: { hate: 1 },
};

/** Every label that has a category. */
export const rekognitionLabels: readonly string[] = Object.keys(weights);

/** Labels that are kept in the raw answer and have no category: the kind of picture, which comes in a list of its own. */
export const rekognitionUnmapped: readonly string[] = ['Animated', 'Illustrated'];

/** All that model 7 was made to find. */
export const rekognitionCovers: Mapped['coverage'] = {
  sexual_explicit: 'assessed',
  nudity: 'assessed',
  sexual_suggestive: 'assessed',
  violence: 'assessed',
  gore: 'assessed',
  weapons: 'assessed',
  self_harm: 'assessed',
  hate: 'assessed',
  rude_gesture: 'assessed',
  drugs: 'assessed',
  alcohol: 'assessed',
  tobacco: 'assessed',
  gambling: 'assessed',
  disturbing: 'assessed',
};

/** No label means less than the least confidence that was asked for, and counts as 0. */
const nothingFound = Object.fromEntries(Object.keys(rekognitionCovers).map((category) => [category, 0]));

// Amazon's pages write the same label with and without capitals.
const table = new Map(Object.entries(weights).map(([name, its]) => [name.toLowerCase(), its]));
const weightsOf = (name: string) => table.get(name.toLowerCase());

/**
 * The answer in terms of the taxonomy: of several labels the worst counts. A label that is not in the table counts as the one above it,
 * and is named in `unmapped` either way.
 */
export function mapRekognition(labels: readonly ModerationLabel[]): Mapped {
  const scores: CategoryScores = { ...nothingFound };
  const hasOthersBelow = new Set(labels.map(({ ParentName }) => ParentName.toLowerCase()));
  const unmapped: string[] = [];
  for (const { Name, ParentName, Confidence } of labels) {
    if (weightsOf(Name) === undefined) unmapped.push(Name);
    else if (hasOthersBelow.has(Name.toLowerCase())) continue;
    keepHighest(scores, weightsOf(Name) ?? weightsOf(ParentName) ?? {}, Confidence / 100);
  }
  return { scores, coverage: rekognitionCovers, unmapped };
}
