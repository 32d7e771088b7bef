/**
 * Lighthouse's mobile audit of every public page, on a server of its own. `node bench/web/lighthouse.mjs [runs] [paths]`, see README.md.
 * Ends with 1 when the median of a page misses a target.
 */
import { cpus, loadavg } from 'node:os';
import { launch } from 'chrome-launcher';
import lighthouse from 'lighthouse';
import { publicScreens } from '../../e2e/screens.ts';
import { installedBrowser } from '../../scripts/lib/browser.mjs';
import { ensureWebBuilt } from '../../scripts/lib/build-web.mjs';
import { record } from '../record.mjs';
import { startServer } from '../upload/server.mjs';
import { categories, median, missesOf, tableOf } from './targets.mjs';

const RUNS = Number(process.argv[2] ?? 5);
/** A regular expression: only those pages. */
const chosen = new RegExp(process.argv[3] ?? '');
/** A busy machine makes Lighthouse miss the start of a page or its first paint now and then (NO_NAVSTART, NO_FCP). */
const TRIES = 5;

await ensureWebBuilt();
// As it is shipped: what solves the captcha counts as well.
const server = await startServer({ CAPTCHA: 'altcha' });
const chromeFlags = ['--headless=new', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])];
const sitemap = await (await fetch(`${server.origin}/sitemap.xml`)).text();
const listed = [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address]) => new URL(address).pathname);
/** Those of the site map, which is where new guides come from, and those that search engines do not list. */
const paths = [...new Set([...listed, ...publicScreens.map(({ path }) => path)])].filter((path) => chosen.test(path));
if (paths.length === 0) throw new Error(`No public page's path fits ${chosen}`);
const found = new Map(
  paths.map((path) => [path, { path, isIndexed: listed.includes(path), scores: [], lcpMs: [], failed: new Set(), served: [] }]),
);

/** What search engines are told: the status, and `noindex` exactly where the site map leaves a page out. */
async function checkServed({ path, isIndexed, served }) {
  const answer = await fetch(server.origin + path);
  const expected = path === '/no/such/page' ? 404 : 200;
  if (answer.status !== expected) served.push(`status ${answer.status} instead of ${expected}`);
  const isRefused = /<meta name="robots" content="noindex"/.test(await answer.text());
  if (isRefused === isIndexed) served.push(isIndexed ? 'noindex although listed' : 'no noindex');
}

/** One audit in a browser of its own. @returns false where Lighthouse itself failed */
async function audit(path) {
  const chrome = await launch({ chromePath: installedBrowser() ?? undefined, chromeFlags });
  try {
    // Lighthouse gives up on an answer 404, which is right for that page.
    const { lhr } = await lighthouse(server.origin + path, {
      port: chrome.port,
      onlyCategories: categories,
      logLevel: 'error',
      ignoreStatusCode: true,
    });
    if (lhr.runtimeError || categories.some((name) => lhr.categories[name].score === null)) return false;
    const page = found.get(path);
    page.scores.push(categories.map((name) => Math.round(lhr.categories[name].score * 100)));
    page.lcpMs.push(lhr.audits['largest-contentful-paint'].numericValue ?? Number.NaN);
    for (const name of categories.slice(1)) {
      for (const { id, weight } of lhr.categories[name].auditRefs) {
        const { score } = lhr.audits[id];
        if (weight > 0 && score !== null && score < 1) page.failed.add(id);
      }
    }
    return true;
  } finally {
    await chrome.kill();
  }
}

function print(round) {
  console.log(`\nMedian of ${round}, mobile, ${cpus().length} cores, load ${loadavg()[0].toFixed(1)}\n`);
  console.log(tableOf([...found.values()]));
}

try {
  for (const page of found.values()) await checkServed(page);
  // In rounds, so that a busy minute of the machine does not hit all runs of one page.
  for (let round = 1; round <= RUNS; round += 1) {
    for (const path of found.keys()) {
      let tries = 1;
      while (!(await audit(path))) {
        tries += 1;
        if (tries > TRIES) throw new Error(`Lighthouse failed ${TRIES} times on ${path}`);
      }
    }
    console.log(`round ${round} of ${RUNS}, load ${loadavg()[0].toFixed(1)}`);
  }
  print(RUNS);
  const lowest = Math.min(...[...found.values()].map(({ scores }) => median(scores.map(([performance]) => performance))));
  record('web', [{ id: 'score', what: 'Lighthouse performance, the lowest of all pages', value: lowest, unit: 'of 100' }]);
  const missing = [...found.values()].filter((page) => missesOf(page).length > 0);
  if (missing.length > 0) {
    console.error(`\n${missing.length} of ${found.size} pages miss a target: ${missing.map(({ path }) => path).join(', ')}`);
    process.exitCode = 1;
  }
} finally {
  await server.stop();
}
