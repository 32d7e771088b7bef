import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { RemoteProvider } from '../../src/captcha/remote-providers.ts';

/** How the server misbehaves: no answer, a broken connection, a status, text that is no JSON, JSON of another form, a flood, a redirect. */
export type Trouble = 'silent' | 'cut' | 500 | 'garbage' | 'other JSON' | 'endless' | 'redirect';

export type Solved = { hostname?: string | null; action?: string; score?: number };

export type SiteverifyServer = {
  url: string;
  /** Every form that arrived. */
  asked: URLSearchParams[];
  /** A token as the provider's widget gives it to a page. */
  solve(solved?: Solved): string;
  /** null = behaves again. */
  trouble: Trouble | null;
  stop(): Promise<void>;
};

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

function misbehave(trouble: Trouble, response: ServerResponse): void {
  if (trouble === 'silent') return;
  if (trouble === 'cut') return void response.destroy();
  if (trouble === 500) return void response.writeHead(500).end('{"success":true}');
  if (trouble === 'redirect') return void response.writeHead(302, { location: '/elsewhere' }).end();
  if (trouble === 'garbage') return void response.end('<html>success: true</html>');
  if (trouble === 'other JSON') return void response.end('{"success":"true","hostname":"localhost"}');
  response.end(`{"success":true,"hostname":"localhost","more":"${'x'.repeat(1_000_000)}"}`);
}

/** Speaks the documented siteverify format of that provider: form in, JSON out, each token once, refusals by error code. */
export async function startSiteverify(
  provider: RemoteProvider,
  keys: { secret: string; siteKey: string },
): Promise<SiteverifyServer> {
  const tokens = new Map<string, Solved | 'used'>();
  const answerTo = (form: URLSearchParams): object => {
    if (form.get('secret') !== keys.secret) return { success: false, 'error-codes': ['invalid-input-secret'] };
    if (form.has('sitekey') && form.get('sitekey') !== keys.siteKey)
      return { success: false, 'error-codes': ['sitekey-secret-mismatch'] };
    const token = form.get('response') ?? '';
    const solved = tokens.get(token);
    if (!solved) return { success: false, 'error-codes': ['invalid-input-response'] };
    if (solved === 'used') return { success: false, 'error-codes': ['timeout-or-duplicate'] };
    tokens.set(token, 'used');
    const { hostname = 'localhost', action, score } = solved;
    return { success: true, challenge_ts: '2026-11-21T02:00:00Z', hostname, action, score, 'error-codes': [] };
  };
  const server = createServer(async (request, response) => {
    const body = await readBody(request);
    if (request.headers['content-type'] !== 'application/x-www-form-urlencoded') return response.writeHead(415).end();
    const form = new URLSearchParams(body);
    state.asked.push(form);
    if (state.trouble) return misbehave(state.trouble, response);
    const answer = answerTo(form);
    // Turnstile gives refusals a status of their own.
    const status = provider === 'turnstile' && 'error-codes' in answer && !JSON.stringify(answer).includes('true') ? 400 : 200;
    return response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port');
  const state: SiteverifyServer = {
    url: `http://127.0.0.1:${address.port}/siteverify`,
    asked: [],
    trouble: null,
    solve(solved = {}) {
      const token = `${provider}.${randomBytes(24).toString('base64url')}`;
      tokens.set(token, solved);
      return token;
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return state;
}
