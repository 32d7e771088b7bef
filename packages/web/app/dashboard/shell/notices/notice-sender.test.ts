import { expect, it } from 'vitest';
import { senderOf } from './notice-sender.ts';

it('TRUST-B4 names who sent it', () => {
  const notifier = { name: 'Lumen Watch', email: 'a@lumen.example', on_behalf_of: null };
  expect(senderOf({ source: 'trusted_flagger', notifier })).toBe('Trusted flagger: Lumen Watch');
  expect(senderOf({ source: 'article_16', notifier })).toBe('Lumen Watch');
  expect(senderOf({ source: 'article_16', notifier: null })).toBe('Anonymous person');
});
