import { readFileSync } from 'node:fs';
import { invite, joinTrial, uploadOverHttp } from './account.ts';
import { cleared, clearQueue, verdict } from './clear-queue.ts';
import { fixture } from './fixtures.ts';
import { expect } from './journey.ts';
import { testWith } from './own-server.ts';
import { secondServer, startSecondServer } from './two-servers.ts';

/** Two servers on one database, each with processes of its own, behind one address. */
const test = testWith(startSecondServer, (host) => host.first());
test.use({ contextOptions: { reducedMotion: 'reduce' } });

const queue = '/dashboard/media?status=undecided';
const explicit = { mimeType: 'image/png', buffer: readFileSync(fixture('flagged/explicit-1.png')) };

type Decided = { data: { media_upload: { decisions: { user: { name: string } | null }[] } } };

test('MED-05 over two processes two people clear 20 items, none of them twice, and both reach the end', async ({
  page,
  server,
  browser,
}) => {
  const email = await joinTrial(page, server);
  server.grant(email, 20);
  const ids: string[] = [];
  for (let made = 1; made <= 20; made += 1) ids.push(await uploadOverHttp(page, { name: `item-${made}.png`, ...explicit }));
  const ines = await invite(page, { browser, server, role: 'moderator', name: 'Ines Example' });
  await ines.context().setExtraHTTPHeaders(secondServer);
  await page.goto(queue);
  await page.getByRole('article').first().waitFor();
  await page.keyboard.press('Enter');
  await expect(verdict(page).getByRole('button', { name: 'Pass' })).toBeVisible();
  // The other process says who looks.
  await ines.goto(queue);
  await expect(ines.getByRole('link', { name: 'item-20.png, Flagged, Ada Example is looking' })).toBeVisible();
  await ines.getByRole('link', { name: 'item-10.png, Flagged' }).focus();
  await ines.keyboard.press('Enter');
  await expect(verdict(ines).getByRole('button', { name: 'Pass' })).toBeVisible();
  await Promise.all([clearQueue(page), clearQueue(ines)]);
  await Promise.all([expect(cleared(page)).toBeVisible(), expect(cleared(ines)).toBeVisible()]);
  const by = await Promise.all(
    ids.map(async (id) => {
      const answer: Decided = await (await page.request.get(`/api/media/${id}`)).json();
      return answer.data.media_upload.decisions.map(({ user }) => user?.name);
    }),
  );
  expect(by.map((names) => names.length)).toEqual(ids.map(() => 1));
  expect(new Set(by.flat())).toEqual(new Set(['Ada Example', 'Ines Example']));
  await ines.context().close();
});

test('MED-05 the item of a reviewer whose browser dies is free within two minutes, in every process', async ({
  page,
  server,
  browser,
}) => {
  await joinTrial(page, server);
  const id = await uploadOverHttp(page, { name: 'held.png', ...explicit });
  const ines = await invite(page, { browser, server, role: 'moderator', name: 'Ines Example' });
  const pass = (seconds: number) => page.request.post('/dev/clock', { data: { advance_ms: seconds * 1_000, of: 'trust' } });
  const next = async (): Promise<string | undefined> => {
    const answer = await page.request.post('/api/queue/next', { data: { skip: [] }, headers: secondServer });
    expect(answer.ok(), await answer.text()).toBe(true);
    const body: { data: { media_upload: { id: string } | null } } = await answer.json();
    return body.data.media_upload?.id;
  };
  const holds = ines.waitForResponse((answer) => /\/api\/queue\/claims$/.test(answer.url()) && answer.ok());
  await ines.goto(`/dashboard/media/${id}`);
  await expect(verdict(ines).getByRole('button', { name: 'Pass' })).toBeVisible();
  // Whoever asks before her page holds it would get it.
  await holds;
  expect(await next()).toBeUndefined();
  // As a browser that is killed: it says nothing to anybody any more.
  const session = await ines.context().newCDPSession(ines);
  const dead = ines.waitForEvent('crash');
  void session.send('Page.crash').catch(() => undefined);
  await dead;
  expect((await pass(60)).ok()).toBe(true);
  await page.goto(queue);
  await expect(page.getByRole('link', { name: 'held.png, Flagged, Ines Example is looking' })).toBeVisible();
  expect(await next()).toBeUndefined();
  expect((await pass(60)).ok()).toBe(true);
  expect(await next()).toBe(id);
  await page.reload();
  await page.getByRole('link', { name: 'held.png, Flagged', exact: true }).click();
  await page.keyboard.press('f');
  await expect(page.getByText('Failed: held.png')).toBeVisible();
  await ines.context().close();
});
