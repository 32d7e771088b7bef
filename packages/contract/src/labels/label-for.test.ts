import { describe, expect, it } from 'vitest';
import { categoryNames } from '../analysis/categories.ts';
import { builtInLabels } from './built-in-labels.ts';
import { labelFor } from './label-for.ts';
import type { Label } from './labels.ts';

const builtIn = builtInLabels.map((content): Label => ({ id: content.key, ...content, built_in: true }));
const own = (values: Partial<Label>): Label => {
  const [first] = builtIn;
  if (!first) throw new Error('There are no labels');
  return { ...first, id: 'own', key: 'own', built_in: false, ...values };
};
const keyOf = (labels: readonly Label[], scores: Parameters<typeof labelFor>[1]) => labelFor(labels, scores).key;

describe('labelFor', () => {
  it.each(categoryNames)('has a label for a flag of %s', (category) => {
    const found = labelFor(builtIn, { flagged_categories: [category], scores: { [category]: 0.9 } });
    expect(found.categories).toContain(category);
  });

  it('takes the highest flagged category, and nothing that is only scored', () => {
    const scores = { gore: 0.8, nudity: 0.9, hate: 0.99 };
    expect(keyOf(builtIn, { flagged_categories: ['gore', 'nudity'], scores })).toBe('adult');
  });

  it('prefers the label that the account made, unless it is off', () => {
    const flagged = { flagged_categories: ['gore' as const], scores: { gore: 0.8 } };
    expect(keyOf([...builtIn, own({ categories: ['gore'] })], flagged)).toBe('own');
    expect(keyOf([...builtIn, own({ categories: ['gore'], active: false })], flagged)).toBe('violence');
  });

  it('is "other" where nothing is flagged, nothing was analysed, or the label of the category is off', () => {
    const flagged = { flagged_categories: ['hate' as const], scores: { hate: 0.8 } };
    expect(keyOf(builtIn, { flagged_categories: [], scores: { hate: 0.8 } })).toBe('other');
    expect(keyOf(builtIn, undefined)).toBe('other');
    const off = builtIn.map((label) => (label.key === 'hate' ? { ...label, active: false } : label));
    expect(keyOf(off, flagged)).toBe('other');
  });
});
