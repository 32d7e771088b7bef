import { expect, it } from 'vitest';
import { shownToken } from './shown-token.ts';
import { curlExample, tokenReach } from './token-labels.ts';

it('TOK-01 shows the first 20 characters and an ellipsis', () => {
  expect(shownToken('cf_live_9sKq2Vb7TzLmXXXXXXXXXXXX')).toBe('cf_live_9sKq2Vb7TzLm…');
});

it('PUB-06 writes the example for the address that this page came from', () => {
  expect(curlExample('https://frames.example')).toContain('curl -X POST https://frames.example/api/v1/upload \\\n');
  expect(curlExample('https://frames.example')).toContain('Bearer $CLEARFRAME_TOKEN');
});

it('TOK-01 says what a token may do and until when', () => {
  const now = Date.parse('2026-11-20T12:00:00Z');
  const until = '2026-12-03T12:00:00Z';
  expect(tokenReach({ scopes: ['upload', 'read', 'decide', 'check', 'report'], expiresAt: null }, now)).toBe(
    'All scopes, no expiry',
  );
  expect(tokenReach({ scopes: ['upload', 'read'], expiresAt: until }, now)).toBe('Upload and read, expires 3 Dec 2026');
  expect(tokenReach({ scopes: ['decide'], expiresAt: until }, Date.parse(until))).toBe('Decide, expired 3 Dec 2026');
});
