import { describe, expect, it } from 'vitest';
import { LabelRestriction } from '../labels/labels.ts';
import { statementWords } from './statement-words.ts';

const told = {
  automated_detection: true,
  automated_decision: 'partially',
  restriction: 'removed',
  source: 'voluntary',
} as const;

describe('a statement in words', () => {
  it.each([
    [true, 'fully', 'Found it and decided.', 'Software. No person took part.'],
    [false, 'fully', 'Decided. It did not find it.', 'Software. No person took part.'],
    [true, 'partially', 'Found it. It did not decide.', 'A person'],
    [false, 'not_automated', 'Took no part.', 'A person'],
  ] as const)(
    'TRUST-B5 detection %s and decision %s: software "%s", decided by "%s"',
    (detected, decision, software, decided) => {
      expect(statementWords({ ...told, automated_detection: detected, automated_decision: decision })).toMatchObject({
        software,
        decided,
      });
    },
  );

  it('TRUST-B5 says who asked, and names nobody', () => {
    const asked = (['article_16', 'trusted_flagger', 'voluntary', 'other'] as const).map(
      (source) => statementWords({ ...told, source }).asked,
    );
    expect(asked).toEqual([
      'Somebody who reported it',
      'A trusted flagger',
      'Nobody. We looked on our own.',
      'Somebody who reported it',
    ]);
  });

  it('TRUST-B5 has a title and an effect of its own for each restriction', () => {
    const words = LabelRestriction.options.map((restriction) => statementWords({ ...told, restriction }));
    expect(new Set(words.map(({ title }) => title)).size).toBe(LabelRestriction.options.length);
    expect(new Set(words.map(({ effect }) => effect)).size).toBe(LabelRestriction.options.length);
  });
});
