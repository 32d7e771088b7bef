import type { Label } from '@clearframe/contract';
import { expect, it } from 'vitest';
import { decisionOf } from '../../../shared/verdict/testing/decision-of.ts';
import { mediaOf } from '../../../shared/verdict/testing/media-of.ts';
import { usualReason } from './reasons.ts';

const labelOf = (key: string, active = true): Label => ({
  id: key,
  key,
  name: key,
  text: '',
  ground: 'terms',
  legal_reference: null,
  terms_reference: null,
  reference_url: null,
  dsa_category: '',
  dsa_keywords: [],
  dsa_keyword_other: null,
  restriction: 'removed',
  strikes: false,
  second_review: true,
  categories: [],
  active,
  built_in: false,
});

it('TRUST-B3 takes for the usual reason that of a Fail which waits for this person, as the server does', () => {
  const other = labelOf('other');
  const arms = labelOf('arms');
  const made = decisionOf({ to: true, state: 'waiting_second', label: { id: 'arms', key: 'arms', name: 'Arms' } });
  const asked = mediaOf({ moderationFlagged: true, decisions: [made] });
  expect(usualReason([other, arms], asked).key).toBe('arms');
  expect(usualReason([other, labelOf('arms', false)], asked).key).toBe('other');
  const agreed = { ...asked, decisions: [{ ...made, state: 'final' as const }] };
  expect(usualReason([other, arms], agreed).key).toBe('other');
  const undone = { ...asked, decisions: [{ ...made, undone_at: made.at }] };
  expect(usualReason([other, arms], undone).key).toBe('other');
});
