import { describe, expect, it } from 'vitest';
import { sourceAdvice } from './source-advice.ts';

const payfast = { merchantId: '1', merchantKey: 'k', passphrase: 'p', url: null, apiUrl: null };
const adviceFor = (sourceCheck: 'log' | 'strict', host: string, trustProxy: string[] = []) =>
  sourceAdvice({ payfast: { ...payfast, sourceCheck }, host, trustProxy });

describe('the advice of the start about PAYFAST_SOURCE_CHECK', () => {
  it('OPS-03 names strict where the address of a sender is known', () => {
    for (const advice of [adviceFor('log', '0.0.0.0'), adviceFor('log', '127.0.0.1', ['10.0.0.1'])])
      expect(advice).toContain('PAYFAST_SOURCE_CHECK=strict');
  });

  it('OPS-03 is not given behind a proxy that nobody named, where strict is set, or where PayFast takes no payments', () => {
    for (const host of ['127.0.0.1', '::1', 'localhost']) expect(adviceFor('log', host)).toBeNull();
    expect(adviceFor('strict', '0.0.0.0', ['10.0.0.1'])).toBeNull();
    expect(sourceAdvice({ payfast: null, host: '0.0.0.0', trustProxy: [] })).toBeNull();
  });
});
