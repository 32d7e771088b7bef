import type { CategoryScores } from '@clearframe/contract';
import { keepHighest, type Mapped, type Weights } from '../keep-highest.ts';

/** Version of the tables below; part of the analyser's version. */
export const AZURE_MAPPING = 1;

export const azureCategories = ['Hate', 'SelfHarm', 'Sexual', 'Violence'] as const;
type AzureCategory = (typeof azureCategories)[number];

/** Scores at the severities 0, 2, 4 and 6. */
type Steps = readonly [Weights, Weights, Weights, Weights];

/**
 * Severity 2 is sent to a person and flags nothing: much of what gets it is harmless. Of Sexual it is swimwear and the like; what is
 * above is explicit, and no less suggestive than that. The numbers are our judgement, not measured.
 */
const steps: Readonly<Record<AzureCategory, Steps>> = {
  Hate: [{ hate: 0.02 }, { hate: 0.4 }, { hate: 0.75 }, { hate: 0.97 }],
  SelfHarm: [{ self_harm: 0.02 }, { self_harm: 0.4 }, { self_harm: 0.75 }, { self_harm: 0.97 }],
  Sexual: [
    { sexual_explicit: 0.02, sexual_suggestive: 0.02 },
    { sexual_explicit: 0.2, sexual_suggestive: 0.6 },
    { sexual_explicit: 0.75, sexual_suggestive: 0.6 },
    { sexual_explicit: 0.97, sexual_suggestive: 0.6 },
  ],
  Violence: [{ violence: 0.02 }, { violence: 0.4 }, { violence: 0.75 }, { violence: 0.97 }],
};

const covers: Readonly<Record<AzureCategory, Mapped['coverage']>> = {
  Hate: { hate: 'assessed' },
  SelfHarm: { self_harm: 'assessed' },
  Sexual: { sexual_explicit: 'assessed', sexual_suggestive: 'assessed', nudity: 'within:sexual_explicit' },
  Violence: { violence: 'assessed', weapons: 'within:violence', gore: 'within:violence' },
};

/** One line of the answer. Severity 0, 2, 4 or 6 for pictures; of 0 to 7, odd ones count as the even one below, as Azure folds them. */
export type AzureFinding = { category: string; severity: number };

/** The answer in terms of the taxonomy. A category that is not in the table is named in `unmapped`, with its severity. */
export function mapAzure(findings: readonly AzureFinding[]): Mapped {
  const scores: CategoryScores = {};
  const coverage: Mapped['coverage'] = {};
  const unmapped: string[] = [];
  for (const { category: name, severity } of findings) {
    const known = azureCategories.find((one) => one === name);
    if (known === undefined) {
      unmapped.push(`${name}: ${severity}`);
      continue;
    }
    const [none, low, medium, high] = steps[known];
    keepHighest(scores, [none, low, medium][Math.floor(severity / 2)] ?? high, 1);
    Object.assign(coverage, covers[known]);
  }
  return { scores, coverage, unmapped };
}
