import { createServer, type Server as HttpServer } from 'node:http';
import { join } from './account.ts';
import { expect, test } from './journey.ts';

let foreign: HttpServer;
let port = 0;

/** A page of somebody else, which tries what a page can try. `to` is our server's origin. */
const page = (to: string): string => `<!doctype html><html lang="en"><title>Prize</title>
<form id="plain" method="post" enctype="text/plain" action="${to}/api/access-tokens"><input name='{"name":"stolen","x":"' value='"}'></form>
<form id="coded" method="post" action="${to}/api/auth/logout"><input name="a" value="b"></form>
<form id="parts" method="post" enctype="multipart/form-data" action="${to}/api/keyword-settings"><input name="forbidden" value="x"></form>
<a id="refresh" href="${to}/api/auth/refresh">refresh</a>
<img alt="" src="${to}/api/auth/refresh">
<script>
window.tryAll = async () => {
  const send = (path, more) => fetch('${to}' + path, { method: 'POST', credentials: 'include', ...more })
    .then((answer) => answer.type === 'opaque' ? 'opaque' : String(answer.status), () => 'refused by the browser');
  const json = { headers: { 'content-type': 'application/json' }, body: '{"name":"stolen"}' };
  return [
    await send('/api/access-tokens', json),
    await send('/api/access-tokens', { mode: 'no-cors', body: '{"name":"stolen"}' }),
    await send('/api/auth/logout', { mode: 'no-cors' }),
    await send('/api/auth/refresh', { mode: 'no-cors' }),
    await send('/api/users/me', { ...json, method: 'DELETE' }),
    await fetch('${to}/api/users/me', { credentials: 'include' }).then((answer) => answer.text(), () => 'refused by the browser'),
  ];
};
</script></html>`;

test.beforeAll(async ({ server }) => {
  foreign = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end(page(server.url));
  });
  await new Promise<void>((resolve) => foreign.listen(0, 'localhost', resolve));
  const address = foreign.address();
  port = typeof address === 'object' && address ? address.port : 0;
});
test.afterAll(() => {
  foreign.closeAllConnections();
  foreign.close();
});

test('SEC-05 a page of another site, or of another port of this one, changes nothing with our cookies', async ({
  page: ours,
  context,
  server,
  expected,
}) => {
  expected.push(/localhost:\d+\/api|CORS policy|status of 40[0-9]|status of 415|ERR_BLOCKED_BY_ORB|ERR_FAILED/);
  await join(ours, server);
  const state = async () => {
    const paths = ['users/me', 'access-tokens', 'keyword-settings'];
    return Promise.all(paths.map(async (path) => (await ours.request.get(`/api/${path}`)).text()));
  };
  const before = await state();
  const cookies = async () => (await context.cookies()).map(({ name, value }) => `${name}=${value}`).sort();
  const held = await cookies();
  expect(held.map((one) => one.split('=')[0])).toEqual(['access_token', 'known_device', 'logged_in', 'refresh_token']);

  // localhost on another port is the same site, so that cookies go along; evil.localhost is another one.
  for (const origin of [`http://localhost:${port}`, `http://evil.localhost:${port}`]) {
    const theirs = await context.newPage();
    for (const form of ['plain', 'coded', 'parts']) {
      await theirs.goto(origin);
      const answered = theirs.waitForResponse((answer) => answer.request().method() === 'POST');
      await theirs.locator(`#${form}`).evaluate((element) => element instanceof HTMLFormElement && element.submit());
      expect((await answered).status(), `${origin} ${form}`).toBe(403);
      await theirs.waitForURL(`${server.url}/api/**`);
    }
    await theirs.goto(origin);
    const answers = await theirs.evaluate(() => Reflect.get(window, 'tryAll')());
    expect(answers).toEqual([
      'refused by the browser',
      'opaque',
      'opaque',
      'opaque',
      'refused by the browser',
      'refused by the browser',
    ]);
    const answered = theirs.waitForResponse(`${server.url}/api/auth/refresh`);
    await theirs.locator('#refresh').click();
    expect((await answered).status()).toBe(403);
    await theirs.close();
    expect(await cookies(), origin).toEqual(held);
    expect(await state(), origin).toEqual(before);
  }
});
