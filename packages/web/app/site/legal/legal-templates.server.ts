import privacy from '../../../content/legal/privacy.md?raw';
import terms from '../../../content/legal/terms.md?raw';
import type { GuideSection } from '../guides/blocks.ts';
import { blocksOf } from '../guides/blocks-of.server.ts';

/**
 * The text of each legal page as long as the operator has put none of their own in its place. Figures are written out, so that
 * the file can be copied and filled in; a test compares them with the contract.
 */
export const legalTemplates: Record<'privacy' | 'terms', GuideSection[]> = {
  privacy: blocksOf(privacy).sections,
  terms: blocksOf(terms).sections,
};
