import { once } from 'node:events';
import { createServer } from 'node:http';
import { expect, test } from './journey.ts';
import { LARGEST_SHIFT, layoutShiftOf, watchLayoutShift } from './layout-shift.ts';

/**
 * Passes on what a server answers, pages in two pieces as a slow line does. @param firstPiece ends with this text
 * @param rest what comes after it is sent when this is over
 */
async function inPieces(server: string, firstPiece: string, rest: Promise<void>): Promise<{ url: string; close(): void }> {
  const line = createServer(async (request, response) => {
    const answer = await fetch(`${server}${request.url}`);
    const type = answer.headers.get('content-type') ?? '';
    response.writeHead(answer.status, { 'content-type': type });
    if (!type.includes('html')) return response.end(Buffer.from(await answer.arrayBuffer()));
    const html = await answer.text();
    const cut = html.indexOf(firstPiece) + firstPiece.length;
    response.write(html.slice(0, cut));
    await rest;
    return response.end(html.slice(cut));
  });
  await once(line.listen(0, '127.0.0.1'), 'listening');
  const address = line.address();
  if (address === null || typeof address === 'string') throw new Error('The line has no port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    close() {
      line.closeAllConnections();
      line.close();
    },
  };
}

for (const viewport of [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
])
  test(`PUB-08 a page of the documentation that arrives in pieces does not jump, ${viewport.width} px wide`, async ({
    page,
    server,
  }) => {
    const { promise: rest, resolve: sendRest } = Promise.withResolvers<void>();
    // The list of all pages comes first, and has its place on a phone below the page.
    const line = await inPieces(server.url, '</nav></div><div', rest);
    await page.setViewportSize(viewport);
    await watchLayoutShift(page);
    await page.goto(`${line.url}/docs/api`, { waitUntil: 'commit' });
    await expect(page.getByRole('banner')).toBeVisible();
    await expect.poll(() => page.evaluate(() => performance.getEntriesByType('paint').length)).toBeGreaterThan(0);
    sendRest();
    await expect(page.locator('#all-pages')).toBeVisible();
    await expect(page.getByRole('contentinfo')).toBeVisible();
    const { total, moved } = await layoutShiftOf(page);
    expect(total, moved.join('; ')).toBeLessThanOrEqual(LARGEST_SHIFT);
    line.close();
  });
