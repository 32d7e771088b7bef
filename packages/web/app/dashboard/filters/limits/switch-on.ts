import { type Category, categories, type Threshold } from '@clearframe/contract';

/** Where a limit begins that is off by default. */
const beginning = { review: 0.5, flag: 0.8 } as const;

/** Where a limit begins when it is switched on: at its default, and never across the other one. */
export function limitWhenOn(category: Category, which: 'review' | 'flag', { review, flag }: Threshold): number {
  const wanted = categories[category][which] ?? beginning[which];
  return which === 'flag' ? Math.max(wanted, review ?? 0) : Math.min(wanted, flag ?? 1);
}

/** The highest limits that may be saved. */
export function mostOf(category: Category): { review: number; flag: number } {
  const { review, flag } = categories.minor_safety;
  return category === 'minor_safety' ? { review, flag } : { review: 1, flag: 1 };
}
