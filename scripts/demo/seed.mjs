import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeAccount, passDays, policyChanges, takePlan } from './account.mjs';
import { createDecider } from './decide.mjs';
import { moveIntoPast } from './history.mjs';
import { month } from './month.mjs';
import { fileNotices } from './notices.mjs';
import { colleagues, owner, password } from './people.mjs';
import { uploadDay, uploadVideo } from './upload.mjs';

const people = { email: owner.email, colleague: colleagues[0].email, password };

/** How many days ago the plan became a larger one. */
const upgradedAgo = 18;
/** From then on items are left to whoever looks around. */
const leftAgo = 6;
const hourMs = 3_600_000;

/** By how many days ago: one harmless, one with flagged seconds. */
const videos = {
  8: { file: 'videos/harmless.mp4', title: 'Workshop, clip' },
  1: { file: 'videos/vp9.webm', title: 'Market stall, clip' },
};

/**
 * Makes the sample account once, by the calls that pages and programs make: pictures and videos that are really analysed, day by day, with
 * decisions of three people. Then moves what happened into its days. A second start finds it.
 * @param {{ url: string, dataDir: string, hook: string, days: number }} demo `days` with today, at least 2
 */
export async function seedDemo({ url, dataDir, hook, days }) {
  const stamp = join(dataDir, 'sample-account.json');
  if (existsSync(stamp)) return people;
  console.log(`Making a sample account of ${days} days …`);
  const beganMs = performance.now();
  const shop = await makeAccount({ url, dataDir, hook });
  const { decideAllBut, decided } = createDecider(shop);
  const toDecide = days < 14 ? 4 : 12;
  const [items, films, policies] = [[], [], [{ number: 1, ago: days }]];
  for (const { ago, uploads } of month(days, new Date())) {
    // A shorter history begins with what the account had by then.
    const isDue = (since) => ago === Math.min(since, days - 1);
    if (isDue(upgradedAgo)) await takePlan(shop.owner, 'upgrade', 'growth');
    for (const { change } of policyChanges.filter((one) => isDue(one.ago))) {
      await change(shop.owner);
      policies.push({ number: policies.length + 1, ago });
    }
    items.push(...(await uploadDay(shop, uploads)));
    const film = videos[ago] && (await uploadVideo(shop, { ...videos[ago], at: new Date(uploads[0].at.getTime() + hourMs) }));
    if (film) films.push(film);
    await decideAllBut(ago > leftAgo && days >= 14 ? 0 : toDecide);
    if (ago > 0) await passDays(url, 1);
  }
  await moveIntoPast(dataDir, { items: [...items, ...films], policies });
  await fileNotices(shop, items);
  await writeFile(stamp, `${JSON.stringify(people)}\n`);
  const seconds = ((performance.now() - beganMs) / 1_000).toFixed(1);
  console.log(`  ${items.length + films.length} items and ${decided()} decisions in ${seconds} s`);
  return people;
}
