import { expect, it } from 'vitest';
import { initials } from './account-line.tsx';

it('takes the first letters of the first and the last word', () => {
  expect(['Sample Account', 'ada', ' Jean  Paul Élan ', '', '山田 太郎'].map(initials)).toEqual(['SA', 'A', 'JÉ', '', '山太']);
});
