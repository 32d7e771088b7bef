import { describe, expect, it } from 'vitest';
import { fixture, fixturesIn } from '../../test/fixture.ts';
import { hidesSecondFormat } from './hidden-format.ts';

const picture = fixture('formats/pears.jpg');
const append = (text: string) => Buffer.concat([picture, Buffer.from(text, 'latin1')]);

describe('hidesSecondFormat', () => {
  it.each([
    '<script>alert(1)</script>',
    '<HTML>',
    '<!DOCTYPE html>',
    '<?php echo 1;',
    '<svg onload=x>',
    '<svg xmlns="http://www.w3.org/2000/svg">',
  ])('SEC-07 finds %s behind a picture', (markup) => expect(hidesSecondFormat(append(markup))).toBe(true));

  it('SEC-07 finds an archive behind a picture and a PDF at its start', () => {
    expect(hidesSecondFormat(append(`PK\x05\x06${'\0'.repeat(18)}`))).toBe(true);
    expect(hidesSecondFormat(append(`PK\x05\x06${'\0'.repeat(16)}\x03\x00abc`))).toBe(true);
    expect(hidesSecondFormat(Buffer.concat([picture.subarray(0, 20), Buffer.from('%PDF-1.7'), picture]))).toBe(true);
  });

  it('lets pass what cameras append and marks that only look alike', () => {
    expect(hidesSecondFormat(append('\0\0\0\x18ftypmp42'))).toBe(false);
    expect(hidesSecondFormat(append('<x:xmpmeta xmlns:x="adobe:ns:meta/"> <?xpacket end="w"?> <stRef:a> <html lang'))).toBe(true);
    expect(hidesSecondFormat(append('<x:xmpmeta xmlns:x="adobe:ns:meta/"> <?xpacket end="w"?> <stRef:a>'))).toBe(false);
    expect(hidesSecondFormat(append('PK\x05\x06 too short'))).toBe(false);
    expect(hidesSecondFormat(append(`%PDF-1.7 PK\x05\x06${'\0'.repeat(30)}`))).toBe(false);
  });

  it('lets pass short strings that compressed pixels hold by chance', () => {
    for (const chance of ['<sVg', '<svg\x80', '<HtmL\x93', '<?pHp\x01', '<scripT\xff', '<!doc']) {
      expect(hidesSecondFormat(append(`${chance}\x17`)), chance).toBe(false);
    }
  });

  it.each([...fixturesIn('benign'), ...fixturesIn('flagged'), ...fixturesIn('formats')])('finds nothing in %s', (name) => {
    expect(hidesSecondFormat(fixture(name))).toBe(false);
  });
});
