import { AppError } from '@clearframe/contract';
import { describe, expect, it } from 'vitest';
import { TargetRefused } from '../security/guard-connect.ts';
import { judgeAnswer, judgeFault } from './outcome.ts';
import { attemptsMax, nextDelayMs } from './retry-schedule.ts';

const now = new Date('2026-11-21T12:00:00Z');
const judge = (status: number, headers = {}) => judgeAnswer({ status, headers, start: 'why' }, now);

describe('the outcome of an attempt', () => {
  it.each([200, 201, 204, 299])('HOOK-04 takes %i for success', (status) => {
    expect(judge(status)).toEqual({ ok: true, status, response: 'why' });
  });

  it.each([
    [302, 'The endpoint answered 302 Found. Redirects are not followed.'],
    [404, 'The endpoint answered 404 Not Found.'],
    [502, 'The endpoint answered 502 Bad Gateway.'],
    [599, 'The endpoint answered 599.'],
  ])('HOOK-04 takes %i for a failure and says so', (status, reason) => {
    expect(judge(status)).toEqual({ ok: false, status, reason, retryAfterMs: null, response: 'why' });
  });

  it.each([
    ['120', 120_000],
    ['Sat, 21 Nov 2026 12:00:30 GMT', 30_000],
    ['Sat, 21 Nov 2026 11:00:00 GMT', 0],
    ['999999', 3_600_000],
    ['soon', null],
  ])('HOOK-04 reads Retry-After %s', (value, retryAfterMs) => {
    expect(judge(429, { 'retry-after': value })).toMatchObject({ retryAfterMs });
  });

  it.each([
    [new TargetRefused('x'), 'The endpoint is not at a public address.'],
    [Object.assign(new Error('x'), { code: 'ENOTFOUND' }), 'The host name of the endpoint was not found.'],
    [Object.assign(new Error('x'), { code: 'ECONNREFUSED' }), 'The endpoint refused the connection.'],
    [Object.assign(new Error('x'), { code: 'DEPTH_ZERO_SELF_SIGNED_CERT' }), 'The certificate of the endpoint is not valid.'],
    [new DOMException('x', 'TimeoutError'), 'The endpoint did not answer within 30 seconds.'],
    [new Error('10.1.2.3 said no'), 'The endpoint could not be reached.'],
  ])('HOOK-04 says why no answer came: %s', (cause, reason) => {
    expect(judgeFault(new AppError('url_refused', { cause }), 30_000)).toMatchObject({ ok: false, status: null, reason });
  });
});

describe('the waits between attempts', () => {
  it('HOOK-04 are 10 s, 60 s and 360 s, each within 20 %, and then none', () => {
    expect([1, 2, 3, 4].map((attempt) => nextDelayMs(attempt, null, 0.5))).toEqual([10_000, 60_000, 360_000, null]);
    expect([1, 2, 3].map((attempt) => nextDelayMs(attempt, null, 0))).toEqual([8_000, 48_000, 288_000]);
    expect([1, 2, 3].map((attempt) => nextDelayMs(attempt, null, 1))).toEqual([12_000, 72_000, 432_000]);
    expect(attemptsMax).toBe(4);
  });

  it('HOOK-04 are as long as the receiver asks for', () => {
    expect(nextDelayMs(1, 45_000, 0.5)).toBe(45_000);
    expect(nextDelayMs(2, 45_000, 0.5)).toBe(60_000);
    expect(nextDelayMs(4, 45_000, 0.5)).toBeNull();
  });
});
