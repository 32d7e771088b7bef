import { describe, expect, it } from 'vitest';
import { foundRequired } from './found-required.ts';
import { keywordEvidence } from './marked-texts.tsx';
import { moderationOf } from './testing/moderation-of.ts';

const words = { title: 'Cellar red', description: null, caption: 'Bottle of red wine', tags: ['gift', 'wine'] };

describe('keywordEvidence', () => {
  it('KEY-04 shows each text that holds a keyword, and only those', () => {
    const moderation = moderationOf({
      forbidden: ['wine'],
      detected: ['wine', 'bottle'],
      ai: { description: 'A green bottle', text: 'VIN DE PAYS' },
    });
    expect(keywordEvidence(words, moderation).map((evidence) => evidence.source)).toEqual(['What the AI saw', 'Caption', 'Tags']);
    expect(foundRequired(moderation)).toEqual(['bottle']);
  });

  it('KEY-04 has nothing to show when no keyword was found', () => {
    expect(keywordEvidence(words, moderationOf({ missing: ['pear'], keywordsPassed: false }))).toEqual([]);
  });
});
