import { z } from 'zod';

/**
 * The closed list of harm categories. Thresholds are likelihoods 0…1: from `review` on a person should look, from `flag`
 * on the item is flagged; null = never by itself. Only ever add to it. Why: docs/decisions/013.
 */
export const categories = {
  sexual_explicit: { label: 'Sexually explicit', review: 0.4, flag: 0.7 },
  nudity: { label: 'Nudity', review: 0.5, flag: 0.8 },
  sexual_suggestive: { label: 'Sexually suggestive', review: 0.8, flag: null },
  violence: { label: 'Violence', review: 0.5, flag: 0.8 },
  gore: { label: 'Gore', review: 0.4, flag: 0.7 },
  weapons: { label: 'Weapons', review: 0.6, flag: null },
  self_harm: { label: 'Self-harm', review: 0.3, flag: 0.6 },
  hate: { label: 'Hate', review: 0.4, flag: 0.7 },
  harassment: { label: 'Harassment', review: 0.5, flag: 0.8 },
  rude_gesture: { label: 'Rude gesture', review: 0.7, flag: null },
  drugs: { label: 'Drugs', review: 0.5, flag: 0.8 },
  alcohol: { label: 'Alcohol', review: null, flag: null },
  tobacco: { label: 'Tobacco', review: null, flag: null },
  gambling: { label: 'Gambling', review: null, flag: null },
  disturbing: { label: 'Disturbing', review: 0.6, flag: null },
  illicit: { label: 'Illicit advice', review: 0.5, flag: 0.8 },
  minor_safety: { label: 'Minor safety', review: 0.05, flag: 0.3 },
  synthetic: { label: 'Drawn or generated', review: null, flag: null },
} as const satisfies Record<string, { label: string; review: number | null; flag: number | null }>;

export const Category = z.enum(Object.keys(categories) as [CategoryName, ...CategoryName[]]);
export type CategoryName = keyof typeof categories;
export type Category = CategoryName;

export const categoryNames: readonly Category[] = Category.options;

/** Likelihood 0…1 of each category that was really assessed; the others are absent. */
export const CategoryScores = z.partialRecord(Category, z.number().min(0).max(1));
export type CategoryScores = z.infer<typeof CategoryScores>;

export const TAXONOMY_VERSION = '1';

/**
 * How much of a category an analysis really looked at; `within:x` = the analyser folds it into x; `one_picture` = of a video or an
 * animation it saw only the picture that stands for it.
 */
export const Coverage = z.union([
  z.enum(['assessed', 'one_picture', 'text_only', 'not_assessed']),
  z.templateLiteral(['within:', Category]),
]);
export type Coverage = z.infer<typeof Coverage>;

export const Threshold = z.object({ review: z.number().nullable(), flag: z.number().nullable() });
export type Threshold = z.infer<typeof Threshold>;

/** Version of the default thresholds above; an item keeps the one that decided it. */
export const POLICY_VERSION = 'default-1';

/** The default thresholds as the engine and the verdict take them. */
export function defaultThresholds(): Record<Category, Threshold> {
  return Object.fromEntries(
    categoryNames.map((name) => [name, { review: categories[name].review, flag: categories[name].flag }]),
  ) as Record<Category, Threshold>;
}
