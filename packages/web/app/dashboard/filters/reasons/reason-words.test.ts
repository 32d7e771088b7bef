import { LabelInput } from '@clearframe/contract';
import { describe, expect, it } from 'vitest';
import { effectWords, keyOf } from './reason-words.ts';

describe('keyOf', () => {
  it.each([
    ['Spam & scams', 'spam_scams'],
    ['  Für Erwachsene ', 'fu_r_erwachsene'],
    ['x'.repeat(60), 'x'.repeat(40)],
    [`${'x'.repeat(39)} y`, 'x'.repeat(39)],
  ])('makes of %j what programs can send', (name, key) => {
    expect(keyOf(name)).toBe(key);
    expect(LabelInput.shape.key.safeParse(key).success).toBe(true);
  });

  it('is empty where a name has nothing of it', () => {
    expect(keyOf('垃圾')).toBe('');
  });
});

describe('effectWords', () => {
  it('names what a Fail for the reason brings along', () => {
    expect(effectWords({ strikes: true, second_review: true })).toBe('Strike, second person');
    expect(effectWords({ strikes: false, second_review: true })).toBe('Second person');
    expect(effectWords({ strikes: false, second_review: false })).toBe('–');
  });
});
