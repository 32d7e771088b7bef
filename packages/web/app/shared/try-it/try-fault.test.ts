import { ClearframeError } from '@clearframe/sdk';
import { describe, expect, it } from 'vitest';
import { TryTimeout } from './check-picture.ts';
import { tryFault } from './try-fault.ts';

const faultOf = (error: unknown) => tryFault(error, 'create an account');

const refused = (status: number, retryAfterMs: number | null = null) =>
  new ClearframeError(status, 'The sentence of the server', { retryAfterMs });

describe('what a visitor reads when a picture got no verdict', () => {
  it('says how long to wait after too many tries', () => {
    expect(faultOf(refused(429, 61_000)).text).toContain('Try again in 2 minutes');
    expect(faultOf(refused(429, 500)).text).toContain('Try again in 1 minute, or create an account.');
    expect(faultOf(refused(429)).text).toContain('Try again in a while');
  });

  it('lets the same picture be tried again when the server, the engine or the connection is at fault', () => {
    for (const error of [refused(0), refused(429), refused(500), refused(503), new TryTimeout(), new Error('x')])
      expect(faultOf(error)).toMatchObject({ way: 'again', title: expect.stringMatching(/.{10}/) });
  });

  it('asks for another picture when this one is at fault or deleted, in the words of the server', () => {
    expect(faultOf(refused(400))).toMatchObject({ way: 'choose', text: 'The sentence of the server' });
    expect(faultOf(refused(404))).toMatchObject({ way: 'choose', text: expect.stringContaining('deleted') });
  });
});
