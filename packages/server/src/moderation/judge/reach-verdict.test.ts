import { type Analysis, type Category, type Coverage, categoryNames, partially } from '@clearframe/contract';
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
