import { readFileSync } from 'node:fs';
import { apiRates, limits, plans } from '@clearframe/contract';
import { describe, expect, it } from 'vitest';
import { graceMs, renewalWaitMs } from '../src/billing/access-times.ts';
import { paymentLifeMs } from '../src/billing/sandbox-payment.ts';
import { callTimeoutMs } from '../src/payments/call-provider.ts';
import { rateLimitRules } from '../src/security/rate-limit-rules.ts';

const page = readFileSync(new URL('../../../docs/limits.md', import.meta.url), 'utf8');
const megabytes = (bytes: number) => `${bytes / 1_048_576} MB`;

describe('docs/limits.md', () => {
  it('AUTH-16 lists every rate limit with the numbers that are counted', () => {
    const listed = [...page.matchAll(/^\| `([a-z-]+)`[^|]*\| (\d+) \| (\d+) min \|$/gm)].map(([, name, uses, minutes]) => [
      name,
      { uses: Number(uses), windowMs: Number(minutes) * 60_000 },
    ]);
    const counted = Object.entries(rateLimitRules).map(([name, { uses, windowMs }]) => [name, { uses, windowMs }]);
    expect(Object.fromEntries(listed)).toEqual(Object.fromEntries(counted));
    expect(listed).toHaveLength(counted.length);
  });

  it('SEC-09 states the rates of every plan', () => {
    const shown = plans.map(({ id, name }) => {
      const { token, account } = apiRates[id] ?? { token: 0, account: 0 };
      return `| ${name} | ${token.toLocaleString('en')} | ${account.toLocaleString('en')} |`;
    });
    expect(shown.filter((line) => !page.includes(line))).toEqual([]);
    expect(apiRates['free']).toEqual({ token: rateLimitRules['api-token'].uses, account: rateLimitRules['api-account'].uses });
  });

  it('SUB-10 states how long payments and their renewals are waited for', () => {
    const stated = [
      `has ${callTimeoutMs / 1_000} s for each answer`,
      `open for ${paymentLifeMs / 60_000} minutes`,
      `late after ${renewalWaitMs / 3_600_000} hours`,
      `until ${graceMs / 86_400_000} days after the`,
    ];
    expect(stated.filter((words) => !page.includes(words))).toEqual([]);
  });

  it('SEC-06 states the limits of files and fields as the contract has them', () => {
    const stated = [
      `under ${megabytes(limits.dashboardUploadMaxBytes)}`,
      `up to ${megabytes(limits.apiUploadMaxBytes)}`,
      `${limits.maxPixels / 1_000_000} million`,
      `${limits.animationPagesMax.toLocaleString('en')}; up to ${limits.animationFramesAnalysed} are analysed`,
      `| ${limits.titleMaxLength}; ${limits.descriptionMaxLength.toLocaleString('en')} characters each`,
      `${limits.tagsMax}, of ${limits.tagMaxLength} characters`,
      `${limits.metadataMaxBytes / 1024} kB of JSON, ${limits.metadataMaxDepth} levels`,
      `${limits.keywordsMax}, of ${limits.keywordMaxLength} characters`,
      `| ${limits.labelsMax}, with texts of up to ${limits.labelTextMaxLength.toLocaleString('en')} characters |`,
      `| chats of an account | ${limits.chatHooksMax} |`,
      `| API tokens of an account | ${limits.tokensMax} |`,
      `| members of a team, with open invitations | ${limits.teamMax} |`,
      `${limits.contactMessageMaxLength.toLocaleString('en')} characters; kept for ${limits.contactKeptMs / 86_400_000} days`,
      `up to ${limits.dashboardWaitMs / 1000} s`,
      `up to ${limits.apiWaitMs / 1000} s`,
      `has ${limits.uploadArrivalMs / 60_000} minutes, while it arrives at ${limits.uploadBytesPerSecond / 1024} kB a second`,
      `kept for ${limits.idempotencyKeptMs / 3_600_000} hours`,
    ];
    expect(stated.filter((words) => !page.includes(words))).toEqual([]);
  });
});
