import { partially } from '@clearframe/contract';
import { expect, it } from 'vitest';
import { tryText } from './text-tester.tsx';

const lists = { forbidden: partially(['casino', 'wine']), required: partially(['ticket']), leetspeak: false };

it('KEY-03 says what decides, and marks it', () => {
  const trial = tryText('Vintage Casino night, tickets, winery tour', lists);
  expect(trial).toMatchObject({ passes: false, why: 'Forbidden: casino, wine · Required: ticket' });
  expect(trial.parts.filter(({ kind }) => kind === 'forbidden').map(({ text }) => text)).toEqual(['Casino', 'wine']);
});

it('KEY-03 needs one required keyword, unless there is none', () => {
  expect(tryText('a pear', lists)).toMatchObject({ passes: false, why: 'No required keyword' });
  expect(tryText('TICKETS', lists)).toMatchObject({ passes: true, why: 'Required: ticket' });
  expect(tryText('a pear', { ...lists, required: [] })).toMatchObject({ passes: true, why: 'No keyword found' });
});

it('KEY-03 marks whole words, wildcards and look-alikes where they stand', () => {
  const rules: Parameters<typeof tryText>[1] = {
    forbidden: [
      { text: 'art', match: 'whole_word' },
      { text: 'bet*', match: 'wildcard' },
      { text: 'hate', match: 'partial' },
    ],
    required: [],
    leetspeak: true,
  };
  const trial = tryText('A party of art, betting and h4t3ful words', rules);
  expect(trial.why).toBe('Forbidden: art, bet*, hate');
  expect(trial.parts.filter(({ kind }) => kind === 'forbidden').map(({ text }) => text)).toEqual(['art', 'betting', 'h4t3']);
});
