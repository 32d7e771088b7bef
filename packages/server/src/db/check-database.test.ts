import { describe, expect, it } from 'vitest';
import { type DatabaseFacts, judgeDatabase } from './check-database.ts';

const fine: DatabaseFacts = { version: '15.3', encoding: 'UTF8', isStandby: false, isReadOnly: false, aheadMs: 0 };
const name = 'The database clearframe at db.example';
const judge = (facts: Partial<DatabaseFacts>) => judgeDatabase(name, { ...fine, ...facts });

describe('the judgement of a database at the start', () => {
  it.each<[Partial<DatabaseFacts>, string]>([
    [{ version: '14.19 (Debian 14.19-1)' }, 'PostgreSQL 14.19 (Debian 14.19-1) is not accepted: 15 or later'],
    [{ isStandby: true, isReadOnly: true }, 'a standby is not accepted: the address of the primary'],
    [{ isReadOnly: true }, 'transaction_read_only=on is not accepted: a database that can be written'],
    [{ encoding: 'LATIN1' }, 'the encoding LATIN1 is not accepted: UTF8'],
    [{ aheadMs: 30_501 }, "a clock 31 s ahead of this machine's is not accepted: 30 s at most. Set the clocks of both machines"],
    [{ aheadMs: -90_000 }, "a clock 90 s behind this machine's is not accepted: 30 s at most. Set the clocks of both machines"],
  ])('OPS-01 OPS-04 refuses %o with one line', (facts, fault) => {
    expect(() => judge(facts)).toThrow(`DATABASE_URL: ${name}: ${fault}`);
  });

  it('OPS-01 names every fault', () => {
    expect(() => judge({ version: '9.6.1', encoding: 'SQL_ASCII' })).toThrow(/PostgreSQL 9\.6\.1.*\n.*SQL_ASCII/);
  });

  it('OPS-04 tells of a clock that is off by more than 2 s', () => {
    expect(judge({ aheadMs: -3_200 })).toBe(`${name} has a clock 3 s behind this machine's: times are the database's.`);
    expect([judge({}), judge({ aheadMs: 2_000 }), judge({ version: '18beta1' })]).toEqual([null, null, null]);
  });
});
