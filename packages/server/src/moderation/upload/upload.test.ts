import { limits } from '@clearframe/contract';
import { describe, expect, it } from 'vitest';
import { cleanFileName, fileNameOfUrl } from './upload.ts';

describe('file names from outside', () => {
  it.each([
    ['photo.jpg', 'photo.jpg'],
    ['../../etc/passwd', '....etcpasswd'],
    ['a\0b\r\nc.png', 'abc.png'],
    ['\u202egpj.exe', 'gpj.exe'],
    ['写真 ü.webp', '写真 ü.webp'],
    ['   ', 'fallback'],
    ['\ud800', 'fallback'],
  ])('SEC-02 shows %j without what could mislead or climb', (name, shown) => {
    expect(cleanFileName(name, 'fallback')).toBe(shown);
  });

  it('SEC-06 keeps the end of a long name, whole characters and the file ending', () => {
    const name = cleanFileName(`${'😀'.repeat(300)}.jpg`, 'x');
    expect(name.length).toBeLessThanOrEqual(limits.fileNameMaxLength);
    expect(name).toMatch(/^(😀)+\.jpg$/u);
  });

  it('UP-06 names a picture that came by address after its path', () => {
    expect(fileNameOfUrl('https://host/a/b%20c.png?x=y#z')).toBe('b c.png');
    expect(fileNameOfUrl('https://host/%zz')).toBe('%zz');
    expect(fileNameOfUrl('https://host/')).toBe('');
  });
});
