import { describe, expect, it } from 'vitest';
import { actionWords, auditAddress, auditFiltersOf, auditTimes } from './audit-address.ts';

describe('the address of the audit log', () => {
  it('TRUST-B8 holds an act and days, and leaves out what is none', () => {
    const filters = { action: 'media.failed', from: '2026-11-01', to: '2026-11-30' };
    expect(auditAddress(filters, 2)).toBe('/dashboard/account/audit?action=media.failed&from=2026-11-01&to=2026-11-30&page=2');
    expect(auditAddress({})).toBe('/dashboard/account/audit');
    const read = (text: string) => auditFiltersOf(new URLSearchParams(text));
    expect(read('action=media.failed&from=2026-11-01&to=2026-11-30')).toEqual(filters);
    expect(read('action=toString&from=2026-13-01&to=0000-01-01')).toEqual({});
  });

  it('TRUST-B8 asks for whole days in UTC', () => {
    expect(auditTimes({ from: '2026-11-30', to: '2026-11-30' })).toEqual({
      from: '2026-11-30T00:00:00.000Z',
      to: '2026-12-01T00:00:00.000Z',
    });
    expect(auditTimes({})).toEqual({});
  });

  it('TRUST-B8 says of sends to the transparency database that they were asked for: the log has them before they happen', () => {
    expect(actionWords('transparency.sent')).toBe('Sending to the transparency database requested');
  });

  it('TRUST-B8 names acts of newer servers as they are', () => {
    expect(actionWords('notice.decided')).toBe('Notice decided');
    expect(actionWords('constructor')).toBe('constructor');
  });
});
