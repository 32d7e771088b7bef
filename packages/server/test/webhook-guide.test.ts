import { readFileSync } from 'node:fs';
import { webhookEvents } from '@clearframe/contract';
import { describe, expect, it } from 'vitest';

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

describe.each(webhookEvents)('the event %s', (event) => {
  it('HOOK-04 stands in the guide to webhooks with an example of its body', () => {
    const guide = read('web/content/guides/webhooks.md');
    for (const words of [`\`${event}\``, `\`\`\`example ${event} (extract)`])
      expect([words, guide.includes(words)]).toEqual([words, true]);
  });

  it.each(['web/app/site/docs/webhooks.tsx', 'web/app/dashboard/webhooks/hooks/event-words.ts'])(
    'HOOK-04 is named on %s, where people set up webhooks',
    (page) => {
      expect(read(page).includes(event)).toBe(true);
    },
  );

  it('HOOK-04 is sent by what tells of items, notices, statements or authors', () => {
    const tellers = [
      ...['moderation/tell/tell-webhooks.ts', 'notices/tell-notices.ts', 'statements/tell-statements.ts'],
      ...['authors/tell-authors.ts', 'erasures/erase-author.ts'],
    ];
    expect(tellers.filter((path) => read(`server/src/${path}`).includes(`'${event}'`))).toHaveLength(1);
  });
});
