import { describe, expect, it } from 'vitest';
import {
  formatAge,
  formatBytes,
  formatDate,
  formatDateTime,
  formatDay,
  formatFrames,
  formatMoment,
  formatMoney,
  formatSeconds,
  formatShare,
  formatShortDate,
  initials,
} from './format.ts';

describe('format', () => {
  it('writes moments with their seconds', () => {
    expect(formatMoment('2026-11-18T09:12:07.900Z', 'UTC')).toBe('18 Nov 2026, 09:12:07');
  });

  it('writes sizes with MB = 1,048,576 bytes', () => {
    expect([1, 17, 1_024, 327_680, 1_048_576, 2_936_013].map(formatBytes)).toEqual([
      '1 byte',
      '17 bytes',
      '1 kB',
      '320 kB',
      '1.0 MB',
      '2.8 MB',
    ]);
  });

  it('writes frames in the right number', () => {
    expect([0, 1, 12_480].map(formatFrames)).toEqual(['0 frames', '1 frame', '12,480 frames']);
  });

  it('writes money with its currency', () => {
    expect([formatMoney(6_000, 'USD'), formatMoney(102_050, 'ZAR'), formatMoney(5, 'EUR')]).toEqual([
      '$60.00',
      'ZAR 1,020.50',
      '€0.05',
    ]);
  });

  it('writes durations in seconds', () => {
    expect([3, 40, 1_837, 62_000].map(formatSeconds)).toEqual(['< 0.01 s', '0.04 s', '1.84 s', '62.00 s']);
  });

  it('writes dates day first, September with three letters, in the time zone of the reader', () => {
    expect(formatShortDate('2026-09-02T23:30:00Z', 'UTC')).toBe('2 Sep 2026');
    expect(formatShortDate('2026-09-02T23:30:00Z', 'Asia/Tokyo')).toBe('3 Sep 2026');
    expect(formatDate('2026-12-01T00:05:00Z', 'UTC')).toBe('1 December 2026');
    expect(formatDay('2026-12-01T00:05:00Z', 'UTC')).toBe('1 Dec');
    expect(formatDateTime('2026-11-18T00:05:00Z', 'UTC')).toBe('18 Nov 2026, 00:05');
  });

  it('tells age in minutes, then by the clock, then by the day; a clock behind the server reads now', () => {
    const now = Date.parse('2026-11-20T12:00:00Z');
    const ages = [
      '20T12:00:30',
      '20T11:59:30',
      '20T11:56:00',
      '20T10:00:00',
      '20T00:00:00',
      '19T23:59:00',
      '19T00:00:00',
      '18T23:59:00',
    ];
    expect(ages.map((time) => formatAge(`2026-11-${time}Z`, now, 'UTC'))).toEqual([
      'now',
      'now',
      '4 min ago',
      '10:00',
      '00:00',
      'yesterday, 23:59',
      'yesterday, 00:00',
      '18 Nov',
    ]);
    expect(formatAge('2025-12-31T12:00:00Z', now, 'UTC')).toBe('31 Dec 2025');
  });

  it('tells age by the days of the reader, also where they are not those of UTC', () => {
    const now = Date.parse('2026-11-20T16:00:00Z');
    expect(formatAge('2026-11-20T14:30:00Z', now, 'Asia/Tokyo')).toBe('yesterday, 23:30');
    expect(formatAge('2026-11-19T15:30:00Z', now, 'Asia/Tokyo')).toBe('yesterday, 00:30');
  });

  it('rounds a share down, so that 100% is all of it', () => {
    expect([formatShare(12_480, 20_000), formatShare(1_999, 2_000), formatShare(20, 15), formatShare(0, 0)]).toEqual([
      '62%',
      '99%',
      '100%',
      '0%',
    ]);
  });

  it('takes the initials of the first and the last word', () => {
    const names = ['Sample Account', 'ines', 'Ana Maria de Souza', ' Jean  Paul Élan ', '', '山田 太郎'];
    expect(names.map(initials)).toEqual(['SA', 'I', 'AS', 'JÉ', '', '山太']);
  });
});
