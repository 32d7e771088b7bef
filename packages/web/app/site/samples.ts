import { type CategoryName, categories, categoryNames } from '@clearframe/contract';

/** What the built-in model looks at, in the order of the taxonomy. The rest is not assessed, and every verdict says so. */
const assessed: readonly CategoryName[] = ['sexual_explicit', 'sexual_suggestive', 'synthetic'];

/** The built-in model's own scores for the picture of the two vases. */
const vasesScores: Partial<Record<CategoryName, number>> = { sexual_explicit: 0.01, sexual_suggestive: 0.04, synthetic: 0.48 };

/** Rows of the sample verdict: name, score, and the flag line where the category has one. */
export const sampleScores = assessed.map((name) => ({
  name,
  label: categories[name].label,
  score: vasesScores[name] ?? 0,
  flagAt: categories[name].flag,
}));

/** Names of the categories that the built-in model does not look at. */
export const notAssessed: readonly string[] = categoryNames
  .filter((name) => !assessed.includes(name))
  .map((name) => categories[name].label);
