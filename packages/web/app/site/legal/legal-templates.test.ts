import { readFileSync } from 'node:fs';
import { limits } from '@clearframe/contract';
import { describe, expect, it } from 'vitest';
import { legalTemplates } from './legal-templates.server.ts';

const privacy = readFileSync(new URL('../../../content/legal/privacy.md', import.meta.url), 'utf8').replace(/\n +/g, ' ');
const days = (ms: number) => ms / 86_400_000;

describe('the templates of the legal pages', () => {
  it('PUB-11 promise the times after which the product removes', () => {
    const timeOf = (subject: string) => new RegExp(`\\*\\*${subject}[^\\n]*?(\\d+) (days|minutes)`).exec(privacy)?.slice(1, 3);
    expect(timeOf('Contact form')).toEqual([String(days(limits.contactKeptMs)), 'days']);
    expect(timeOf('Exports')).toEqual([String(days(limits.exportKeptMs)), 'days']);
    expect(timeOf('Webhooks')).toEqual([String(days(limits.webhookBodyKeptMs)), 'days']);
    expect(privacy).toContain(`batch, for ${days(limits.batchKeptMs)} days`);
    expect(timeOf('Trying without an account')).toEqual([String(limits.tryItGoneMs / 60_000), 'minutes']);
  });

  it('mark in each what the operator has to say', () => {
    for (const sections of Object.values(legalTemplates))
      expect(JSON.stringify(sections).match(/"strong","parts":\["To fill in: /g)?.length).toBeGreaterThan(3);
  });
});
