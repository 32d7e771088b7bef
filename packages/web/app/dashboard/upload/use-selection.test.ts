import { messages } from '@clearframe/contract';
import { describe, expect, it } from 'vitest';
import { checkUrl } from './use-selection.ts';

describe('checkUrl', () => {
  it('UP-03 asks for an address when the field is blank', () => {
    expect(checkUrl('   ')).toEqual({ ok: false, message: messages.urlRequired });
  });

  it('UP-03 refuses what is no http or https address', () => {
    for (const input of ['pears.jpg', 'ftp://example.com/a.jpg', 'javascript:alert(1)', 'data:image/png;base64,AA', 'http://']) {
      expect(checkUrl(input)).toEqual({ ok: false, message: messages.urlInvalid });
    }
  });

  it('UP-03 refuses an address longer than the server takes', () => {
    expect(checkUrl(`https://example.com/${'a'.repeat(2_048)}`)).toEqual({ ok: false, message: messages.urlInvalid });
  });

  it('UP-03 hands on a good address, trimmed', () => {
    expect(checkUrl(' https://example.com/pears.jpg?size=2 ')).toEqual({ ok: true, url: 'https://example.com/pears.jpg?size=2' });
    expect(checkUrl('http://example.com/pears.jpg').ok).toBe(true);
  });
});
