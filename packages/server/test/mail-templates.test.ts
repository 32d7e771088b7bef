import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Mail } from '../src/mail/mail.ts';

const folder = new URL('../src/mail/templates/', import.meta.url);
const origin = 'https://moderation.example';
const hostile = `<img src=x onerror=alert(1)>"'&</div><a href="https://evil.example">Łódź</a>\r\nBcc: evil@example.com`;

/** What a template asks for, by the name of the field: whatever a stranger could choose is hostile, addresses are our own. */
function sampleOf(field: string): unknown {
  if (/url$/i.test(field)) return `${origin}/path?token=abc-_1&email=a%2Bb%40example.com`;
  if (field === 'action') return { label: hostile, url: `${origin}/path` };
  if (field === 'to') return 'ada@example.com';
  if (/^(?:minutes|hours|days|count|used|allowance)$/i.test(field)) return 17;
  if (field === 'code') return '01234';
  if (field === 'outcome') return 'reversed';
  if (field === 'role') return 'moderator';
  if (field === 'topic') return 'sales';
  return /At$|^at$/.test(field) ? new Date('2026-11-21T02:00:00Z') : hostile;
}
const input: object = new Proxy({}, { get: (_target, field) => (typeof field === 'string' ? sampleOf(field) : undefined) });

type Template = (input: object) => Mail;
const isTemplate = (name: string, value: unknown): value is Template => name.endsWith('Mail') && typeof value === 'function';

const templates: [string, Template][] = [];
for (const file of readdirSync(folder).filter((name) => name.endsWith('-mail.ts'))) {
  const exported: Record<string, unknown> = await import(new URL(file, folder).href);
  for (const [name, value] of Object.entries(exported)) if (isTemplate(name, value)) templates.push([name, value]);
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", '#9679': '●' };
/** The words that a mail program shows, in one line. */
const wordsOf = (html: string): string =>
  html
    .replace(/<(?:head|style)[\s\S]*?<\/(?:head|style)>/g, ' ')
    .replace(/<[^>]*>/g, ' ')
    .replace(/&([\w#]+);/g, (whole, name: string) => entities[name] ?? whole)
    .replace(/\s+/g, ' ');

describe.each(templates)('%s', (_name, template) => {
  const mail = template(input);

  it('AUTH-04 says the same in text and in HTML', () => {
    const words = wordsOf(mail.html);
    const lines = mail.text.split(/\r?\n/).map((line) => line.trim().replace(/:$/, '').replace(/\s+/g, ' '));
    for (const line of lines.filter((one) => one !== '' && one !== '--')) {
      const isAddress = line.startsWith(origin);
      expect(isAddress ? mail.html.replaceAll('&amp;', '&') : words, line).toContain(line);
    }
    expect(mail.text.length).toBeGreaterThan(80);
  });

  it('SEC-02 SEC-04 escapes what strangers chose, loads nothing and leads nowhere but here', () => {
    expect(mail.html).not.toMatch(/<(?:img|script|link|iframe|object|svg)\b|onerror=alert\(1\)>|url\(/i);
    for (const [, address = ''] of mail.html.matchAll(/(?:href|src)="([^"]*)"/g))
      expect(address.startsWith(`${origin}/`)).toBe(true);
    expect(mail.html).not.toContain('<a href="https://evil');
  });

  it('SEC-02 is one mail to one address, on a light card', () => {
    expect(mail.to).toBe('ada@example.com');
    expect(mail.subject).not.toMatch(/[<>]evil/);
    expect(mail.html).toContain('<meta name="color-scheme" content="light">');
    expect(mail.html).toContain('Clearframe</p>');
  });
});

it('finds the templates', () => {
  expect(templates.map(([name]) => name)).toEqual(
    expect.arrayContaining(['accountExistsMail', 'noticeMail', 'verificationMail']),
  );
});
