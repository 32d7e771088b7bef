/** Lighthouse's mobile audit of every public page, on a server of its own. `node bench/web/lighthouse.mjs [runs] [paths]`, see README.md. */
import { cpus, loadavg } from 'node:os';
import { launch } from 'chrome-launcher';
import lighthouse from 'lighthouse';
import { publicScreens } from '../../e2e/screens.ts';
import { installedBrowser } from '../../scripts/lib/browser.mjs';
import { ensureWebBuilt } from '../../scripts/lib/build-web.mjs';
import { startServer } from '../upload/server.mjs';

const RUNS = Number(process.argv[2] ?? 5);
/** A regular expression: only those pages. */
const chosen = new RegExp(process.argv[3] ?? '');
/** A busy machine makes Lighthouse miss the start of a page now and then (NO_NAVSTART). */
const TRIES = 3;
const categories = ['performance', 'accessibility', 'best-practices', 'seo'];
const median = (values) => values.toSorted((a, b) => a - b)[values.length >> 1];

await ensureWebBuilt();
// As it is shipped: what solves the captcha counts as well.
const server = await startServer({ CAPTCHA: 'altcha' });
const chromeFlags = ['--headless=new', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])];
const found = new Map(
  publicScreens.filter(({ path }) => chosen.test(path)).map(({ path }) => [path, { scores: [], lcpMs: [], failed: new Set() }]),
);

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
    if (lhr.runtimeError) return false;
    const page = found.get(path);
    page.scores.push(categories.map((name) => Math.round((lhr.categories[name].score ?? Number.NaN) * 100)));
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
  console.log('| page | performance | accessibility | best practices | SEO | largest paint | not met |');
  console.log('| --- | --- | --- | --- | --- | --- | --- |');
  for (const [path, { scores, lcpMs, failed }] of found) {
    const cells = categories.map((_, at) => median(scores.map((of) => of[at])));
    console.log(`| ${[path, ...cells, `${(median(lcpMs) / 1_000).toFixed(1)} s`, [...failed].join(', ')].join(' | ')} |`);
  }
}

try {
  // In rounds, so that a busy minute of the machine does not hit all runs of one page.
  for (let round = 1; round <= RUNS; round += 1) {
    for (const path of found.keys()) {
      let tries = 1;
      while (!(await audit(path))) {
        tries += 1;
        if (tries > TRIES) throw new Error(`Lighthouse failed ${TRIES} times on ${path}`);
      }
    }
    print(round);
  }
} finally {
  await server.stop();
}
