import { expect, it } from 'vitest';
import { curlExample, shownToken } from './token-words.ts';

it('TOK-01 shows the first 20 characters and an ellipsis', () => {
  expect(shownToken('cf_live_9sKq2Vb7TzLmXXXXXXXXXXXX')).toBe('cf_live_9sKq2Vb7TzLm…');
});

it('PUB-06 writes the example for the address that this page came from', () => {
  expect(curlExample('https://frames.example')).toContain('curl -X POST https://frames.example/api/v1/upload \\\n');
  expect(curlExample('https://frames.example')).toContain('Bearer $CLEARFRAME_TOKEN');
});
