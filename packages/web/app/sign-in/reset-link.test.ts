import { expect, it } from 'vitest';
import { readResetLink } from './reset-link.ts';

it('AUTH-14 takes a reset link with token and email, and nothing less', () => {
  const read = (query: string) => readResetLink(Object.fromEntries(new URLSearchParams(query)));
  expect(read('?token=abc&email=ada%2Bx%40example.com')).toEqual({ token: 'abc', email: 'ada+x@example.com' });
  for (const query of ['', '?token=abc', '?email=a@b.example', '?token=&email=a@b.example', '?token=abc&email='])
    expect(read(query), query).toBeNull();
  for (const state of [null, undefined, 'token', { token: 1, email: 'a' }, { from: '/dashboard' }])
    expect(readResetLink(state)).toBeNull();
});
