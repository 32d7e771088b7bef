import { expect, test } from './journey.ts';
import { publicScreens } from './screens.ts';

const origin = /^https?:\/\//;
const missing = '/no/such/page';

test('PUB-01 PUB-07 PUB-08 every link of the public pages leads somewhere, anchors included', async ({
  page,
  server,
  expected,
}) => {
  // The 404 page is one of the walk, whose links count as well, and so are pages with the link of no mail.
  expected.push(/status of 40[04]/);
  const sitemap = await (await page.request.get('/sitemap.xml')).text();
  const pages = [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map((match) => match[1] ?? '');
  expect(pages.length).toBeGreaterThan(5);
  expect(await (await page.request.get('/robots.txt')).text()).toContain(`Sitemap: ${server.url}/sitemap.xml`);

  const links = new Map<string, string>();
  // Those that search engines do not list as well; the 404 page stands among them.
  const unlisted = publicScreens.map(({ path }) => `${server.url}${path}`).filter((address) => !pages.includes(address));
  expect(unlisted).toContain(`${server.url}${missing}`);
  for (const address of [...pages, ...unlisted]) {
    expect(address.startsWith(server.url), address).toBe(true);
    const answer = await page.goto(address);
    expect(answer?.status(), address).toBe(address.endsWith(missing) ? 404 : 200);
    for (const link of await page
      .locator('a[href]')
      .evaluateAll((all) => all.map((one) => (one instanceof HTMLAnchorElement ? one.href : ''))))
      links.set(link, address);
    for (const text of await page.locator('script[type="application/ld+json"]').allTextContents()) {
      expect(JSON.parse(text)).toMatchObject({ '@context': 'https://schema.org' });
      expect(text).not.toContain('clearframe.invalid');
    }
    const picture = page.locator('meta[property="og:image"]');
    if ((await picture.count()) > 0) links.set((await picture.getAttribute('content')) ?? '', address);
  }

  const broken: string[] = [];
  for (const [link, from] of links) {
    const { href, hash, pathname } = new URL(link);
    expect(href, `a link of ${from}`).toMatch(origin);
    expect(href.startsWith(server.url), `${href} of ${from} leads to another host`).toBe(true);
    const answer = await page.request.get(href);
    const html = await answer.text();
    // The skip link of the 404 page leads to the 404 page.
    const found = answer.ok() || pathname === missing;
    if (!found || (hash !== '' && !html.includes(`id="${hash.slice(1)}"`))) broken.push(`${answer.status()} ${href} of ${from}`);
  }
  expect(broken).toEqual([]);
});
