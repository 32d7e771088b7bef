import {
  type Analysis,
  bareCredentials,
  type Category,
  type Coverage,
  categoryNames,
  defaultPolicy,
  partially,
} from '@clearframe/contract';
import { describe, expect, it } from 'vitest';
import { checkKeywords } from './check-keywords.ts';
import { reachVerdict } from './reach-verdict.ts';

const coverage = Object.fromEntries(categoryNames.map((name) => [name, 'not_assessed'])) as Record<Category, Coverage>;
const analysis = (scores: Analysis['scores']): Analysis => ({
  kind: 'jpeg',
  width: 10,
  height: 10,
  frames_analysed: 1,
  scores,
  coverage,
  description: 'A photograph.',
  text: '',
  processing_time_ms: 1,
  analysis_version: '1',
});
const met = checkKeywords('', { forbidden: [], required: [], leetspeak: false });
const unmet = checkKeywords('a boot', { forbidden: partially(['boot']), required: [], leetspeak: false });

describe('decide', () => {
  it('UP-06 passes only when the AI flags nothing and the keyword rules are met', () => {
    const harmless = analysis({ nudity: 0.1 });
    const explicit = analysis({ sexual_explicit: 0.92, nudity: 0.85 });
    expect(reachVerdict(harmless, met).passed).toBe(true);
    expect(reachVerdict(harmless, unmet)).toMatchObject({ passed: false, ai_analysis: { flagged: false } });
    expect(reachVerdict(explicit, met)).toMatchObject({ passed: false, ai_analysis: { flagged: true } });
    expect(reachVerdict(explicit, unmet).passed).toBe(false);
  });

  it('UP-06 gives a reason that a person can read', () => {
    expect(reachVerdict(analysis({ nudity: 0.85, sexual_explicit: 0.92 }), unmet).reason).toBe(
      'The picture was flagged: Sexually explicit (92%), Nudity (85%). The forbidden keyword “boot” was found.',
    );
    expect(reachVerdict(analysis({ nudity: 0.6 }), met).reason).toBe(
      'Nothing was found that the limits flag or the keyword rules refuse. A person should look: Nudity (60%).',
    );
  });

  it('MED-07 shows the thresholds of the assessed categories alone, and the policy that decided', () => {
    const verdict = reachVerdict(analysis({ nudity: 0.1 }), met);
    expect(verdict.ai_analysis.thresholds).toEqual({ nudity: { review: 0.5, flag: 0.8 } });
    expect(verdict.policy_version).toBe('default-1');
  });

  it('KEY-04 repeats what the keyword check found beside the AI’s own result', () => {
    expect(reachVerdict(analysis({}), unmet).ai_analysis.found_keywords).toEqual(['boot']);
  });
});

describe('a file that declares itself synthetic', () => {
  const content_credentials = { ...bareCredentials('untrusted'), synthetic: 'declared' as const };
  const declared = (scores: Analysis['scores']) => ({ ...analysis(scores), content_credentials });
  const under = (declared_synthetic: 'note' | 'review' | 'flag', scores: Analysis['scores'] = { nudity: 0.1 }) =>
    reachVerdict(declared(scores), met, { ...defaultPolicy, declared_synthetic });
  const sentence = 'Its Content Credentials declare that a model made it, or a part of it.';
  const nothing = 'Nothing was found that the limits flag or the keyword rules refuse.';

  it('TRUST-B7 is noted, goes to a person or is flagged, as the account says', () => {
    expect(under('note')).toMatchObject({
      passed: true,
      reason: `${nothing} ${sentence}`,
      ai_analysis: { flagged: false, needs_review: false },
    });
    expect(under('review')).toMatchObject({
      passed: true,
      reason: `${nothing} ${sentence} A person should look.`,
      ai_analysis: { flagged: false, needs_review: true, review_categories: [] },
    });
    expect(under('flag')).toMatchObject({
      passed: false,
      reason: sentence,
      ai_analysis: { flagged: true, needs_review: false, flagged_categories: [] },
    });
  });

  it('TRUST-B7 has the scores, coverage and categories that it has without', () => {
    for (const scores of [{ nudity: 0.1 }, { nudity: 0.6 }, { nudity: 0.9 }]) {
      const { ai_analysis: without } = reachVerdict(analysis(scores), met);
      for (const rule of ['note', 'review', 'flag'] as const) {
        const { flagged: _, needs_review: __, ...rest } = without;
        expect(under(rule, scores).ai_analysis).toMatchObject(rest);
      }
    }
  });

  it('TRUST-B7 is no declaration where it says something else, or nothing', () => {
    const silent = { ...analysis({ nudity: 0.1 }), content_credentials: bareCredentials('invalid') };
    const policy = { ...defaultPolicy, declared_synthetic: 'flag' } as const;
    expect(reachVerdict(silent, met, policy)).toMatchObject({ passed: true, reason: nothing });
    expect(reachVerdict(analysis({ nudity: 0.1 }), met, policy)).toMatchObject({ passed: true, reason: nothing });
  });
});
