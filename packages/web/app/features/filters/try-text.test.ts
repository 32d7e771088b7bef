import { expect, it } from 'vitest';
import { tryText } from './try-text.ts';

const lists = { forbidden: ['casino', 'wine'], required: ['ticket'] };

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
