import { describe, expect, it } from 'vitest';
import { uuidV7 } from '../../security/new-id.ts';
import { monthAfter } from './month.ts';

describe('a month of ids', () => {
  it('OPS-04 holds the ids that are made in it', () => {
    const { from, to } = monthAfter(new Date(), 0);
    const id = uuidV7();
    expect(from <= id && id < to).toBe(true);
  });

  it('OPS-04 ends where the next begins, over the end of a year', () => {
    const now = new Date('2026-11-30T23:59:59.999Z');
    const months = [0, 1, 2, 3].map((ahead) => monthAfter(now, ahead));
    expect(months.map(({ name }) => name)).toEqual(['2026_11', '2026_12', '2027_01', '2027_02']);
    for (const [place, { to }] of months.slice(0, -1).entries()) expect(months[place + 1]?.from).toBe(to);
    expect(months[0]).toEqual({
      name: '2026_11',
      from: '01a19467-e800-0000-0000-000000000000',
      to: '01a22ee6-b000-0000-0000-000000000000',
    });
  });
});
