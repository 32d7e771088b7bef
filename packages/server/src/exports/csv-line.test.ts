import { expect, it } from 'vitest';
import { csvLine } from './csv-line.ts';

it('MED-02 quotes what needs it and leaves empty what is missing', () => {
  expect(csvLine(['a', null, -7, 'b,c', 'say "x"', 'two\nlines', ''])).toBe('a,,-7,"b,c","say ""x""","two\nlines",\r\n');
});

it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\tx', '\rx', '  =cmd|x', '＝1'])('MED-02 makes no formula of %j', (text) => {
  expect(csvLine([text]).replace(/^"/, '')).toMatch(/^'/);
});

it('MED-02 makes no formula behind what other spreadsheets separate cells by', () => {
  expect(csvLine(['a;=1', 'b\t+1', 'c\n@x', 'plain - text'])).toBe(`"a;'=1","b\t'+1","c\n'@x",plain - text\r\n`);
});

it('MED-02 SEC-06 sees a formula behind any blanks, of which each is looked at once', () => {
  expect(csvLine(['a\n \t\r\n=1'])).toBe(`"a\n' \t\r\n=1"\r\n`);
  // More than a matcher that looks again from each newline would get through before the test is given up.
  const text = '\n'.repeat(300_000);
  expect(csvLine([text])).toBe(`"${text}"\r\n`);
});
