/** What the pricing page says of a plan beside the catalogue. Speeds and accuracies are the specification's marketing copy (§9). */
type PlanNote = { who: string; underSeconds: number; accuracy: string };

const notes: Record<string, PlanNote> = {
  free: { who: 'For a first look', underSeconds: 10, accuracy: '99%' },
  development: { who: 'For building against the API', underSeconds: 10, accuracy: '99%' },
  starter: { who: 'For a small site or shop', underSeconds: 5, accuracy: '99.5%' },
  growth: { who: 'For a busy community', underSeconds: 5, accuracy: '99.9%' },
  professional: { who: 'For several teams', underSeconds: 3, accuracy: '99.9%' },
  business: { who: 'For high volume', underSeconds: 2, accuracy: '99.95%' },
  enterprise: { who: 'For platforms at scale', underSeconds: 1, accuracy: '99.99%' },
};

export const popularPlanId = 'growth';
/** Not sold by a click. */
export const salesPlanId = 'enterprise';

/** @throws Error for a plan without a note: the page would show a hole */
export function planNote(planId: string): PlanNote {
  const note = notes[planId];
  if (!note) throw new Error(`No note for the plan ${planId}`);
  return note;
}
