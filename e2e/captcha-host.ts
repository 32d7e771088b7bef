import { createServer } from 'node:http';
import type { RemoteProvider } from '../packages/server/src/captcha/remote-providers.ts';
import { type SiteverifyServer, startSiteverify } from '../packages/server/test/helpers/siteverify-server.ts';

/** A provider on this machine: its script, its frame and its siteverify address. */
export type CaptchaHost = {
  /** host:port of the script and the frame. */
  address: string;
  /** Variables of a server that uses it. */
  env: Record<string, string>;
  siteverify: SiteverifyServer;
  stop(): Promise<void>;
};

const keys = { siteKey: 'journey-site-key', secret: 'journey secret' };

/** The documented functions of each provider's script, over one frame. */
const script = (origin: string): string => `
const asked = new URL(document.currentScript.src).searchParams;
const listeners = new Map();
let count = 0;
addEventListener('message', ({ origin, data }) => {
  if (origin !== ${JSON.stringify(origin)}) return;
  listeners.get(data.id)?.(data);
  // A message between frames takes its time: whoever clicks can wait until the page was told.
  document.querySelector('iframe[data-box="' + data.id + '"]')?.setAttribute('data-told', data.kind);
});
const frame = (parent, action, auto, on) => {
  const id = String(++count);
  listeners.set(id, on);
  const made = document.createElement('iframe');
  made.src = ${JSON.stringify(origin)} + '/recaptcha/frame?' + new URLSearchParams({ id, action, auto });
  made.title = 'Verification';
  made.dataset.box = id;
  made.width = 290; made.height = 76; made.hidden = auto === '1';
  parent.append(made);
  return id;
};
const api = {
  ready: (then) => then(),
  render: (element, options) => frame(element, options.action ?? '', '', ({ kind, token }) =>
    kind === 'solved' ? options.callback(token) : kind === 'expired' ? options['expired-callback']() : options['error-callback']('1')),
  remove: (id) => listeners.delete(id),
  execute: (siteKey, { action }) => new Promise((resolve) => {
    if (asked.get('render') !== siteKey) throw new Error('another site key');
    frame(document.body, action, '1', ({ token }) => resolve(token));
  }),
};
window.grecaptcha = window.hcaptcha = window.turnstile = api;
window[asked.get('onload')]();
`;

const framePage = (token: string): string => `<!doctype html><html lang="en"><title>Verification</title>
<button data-kind="solved">I am human</button><button data-kind="expired">Expire</button><button data-kind="failed">Fail</button>
<script>
const asked = new URLSearchParams(location.search);
const tell = (kind) => parent.postMessage({ id: asked.get('id'), kind, token: ${JSON.stringify(token)} }, '*');
for (const button of document.querySelectorAll('button')) button.addEventListener('click', () => tell(button.dataset.kind));
if (asked.get('auto')) tell('solved');
</script></html>`;

/** Starts the provider. Its tokens pass once each; those of the score say 0.9. */
export async function startCaptchaHost(provider: RemoteProvider): Promise<CaptchaHost> {
  const siteverify = await startSiteverify(provider, keys);
  const host = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', `http://${address}`);
    const action = searchParams.get('action');
    if (pathname === '/recaptcha/api.js') {
      response.writeHead(200, { 'content-type': 'text/javascript' }).end(script(`http://${address}`));
    } else if (pathname === '/recaptcha/frame') {
      const score = provider === 'recaptcha-v3' ? { score: 0.9 } : {};
      const token = siteverify.solve({ ...(action ? { action } : {}), ...score });
      response.writeHead(200, { 'content-type': 'text/html' }).end(framePage(token));
    } else {
      response.writeHead(404).end();
    }
  });
  await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve));
  const bound = host.address();
  if (bound === null || typeof bound === 'string') throw new Error('The captcha host has no port');
  const address = `127.0.0.1:${bound.port}`;
  return {
    address,
    siteverify,
    env: {
      CAPTCHA: provider,
      CAPTCHA_SITE_KEY: keys.siteKey,
      CAPTCHA_SECRET: keys.secret,
      CAPTCHA_VERIFY_URL: siteverify.url,
      CAPTCHA_SCRIPT_URL: `http://${address}/recaptcha/api.js`,
    },
    async stop() {
      host.closeAllConnections();
      await new Promise((resolve) => host.close(resolve));
      await siteverify.stop();
    },
  };
}
