import { readFileSync } from 'node:fs';
import { webhookEvents } from '@clearframe/contract';
import { describe, expect, it } from 'vitest';

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

describe.each(webhookEvents)('the event %s', (event) => {
  it('HOOK-04 stands in the guide to webhooks with an example of its body', () => {
    const guide = read('web/content/guides/webhooks.md');
    expect(guide).toContain(`\`${event}\``);
    expect(guide).toContain(`\`\`\`example ${event}`);
  });

  it('PUB-06 HOOK-04 stands on the page of the documentation and on the page where hooks are made', () => {
    for (const page of ['web/app/site/docs/webhooks.tsx', 'web/app/dashboard/webhooks/hooks/webhooks-page.tsx'])
      expect(read(page), page).toContain(event);
  });

  it('HOOK-04 is sent by what tells of items', () => {
    expect(read('server/src/moderation/tell/tell-webhooks.ts')).toContain(`'${event}'`);
  });
});
