import { describe, expect, it } from 'vitest';
import { PersonName } from './account/accounts.ts';
import { CreateTokenInput } from './tokens/tokens.ts';

const messageOf = (name: string) => PersonName.safeParse(name).error?.issues[0]?.message;

describe('names', () => {
  it('AUTH-01 takes names of every script, and emoji of several parts', () => {
    for (const name of ['Ada', 'Søren Åse', '山田 太郎', 'محمد', 'יעל', 'นภา', 'अनीता', "O'Brien-Smith", '👩‍🔧', 'می‌خواهم'])
      expect(messageOf(name), name).toBeUndefined();
  });

  it('AUTH-01 counts characters, not code units', () => {
    expect(messageOf('😀'.repeat(100))).toBeUndefined();
    expect(messageOf('😀'.repeat(101))).toBe('The name has at most 100 characters');
    expect(PersonName.parse('  Ada  ')).toBe('Ada');
  });

  it('SEC-06 refuses names that show nothing', () => {
    for (const name of ['', '   ', '\u200B\u200B', '\u2060\uFEFF', '\u3164', '\u2800', '\u00AD', '\u0301'])
      expect(messageOf(name), JSON.stringify(name)).toBe('Please enter your name');
    expect(CreateTokenInput.safeParse({ name: '\u200B' }).error?.issues[0]?.message).toBe('Please enter a token name');
  });

  it('SEC-06 refuses names that turn the direction of text or break the line', () => {
    for (const name of ['Ada\u202Etxt.exe', 'Ada\u2066x', 'Ada\u200Fx', 'Ada\nBcc: x', 'Ada\u0000', 'Ada\u2028x', 'Ada\u0085x']) {
      expect(messageOf(name), JSON.stringify(name)).toBe('The name cannot hold control characters or turn the direction of text');
      expect(CreateTokenInput.safeParse({ name }).success).toBe(false);
    }
  });
});
