import { analyserCoverage, type Category, categoryNames } from '@clearframe/contract';
import { expect, it } from 'vitest';
import { addsWords } from './adds-words.ts';

const builtIn: readonly Category[] = analyserCoverage['built-in'].pictures;
const missing = categoryNames.filter((name) => !builtIn.includes(name));

it('counts what an analyser adds to those that have no scores', () => {
  expect(missing).toHaveLength(15);
  expect(addsWords(analyserCoverage.rekognition, missing)).toBe('12 of 15');
  expect(addsWords(analyserCoverage['openai-moderation'], missing)).toBe('3 of 15, and 4 more in words alone');
  expect(addsWords(analyserCoverage['openai-moderation'], ['hate', 'alcohol'])).toBe('1 of 2, in words alone');
  expect(addsWords(analyserCoverage['google-vision'], ['alcohol'])).toBe('None of them');
  expect(addsWords(null, missing)).toBe('The categories that your model knows');
});
