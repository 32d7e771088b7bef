import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '../src/config.ts';
import { answerNotFound } from '../src/routes/web/not-found.ts';
import { webRoutes } from '../src/routes/web/web.ts';
import { securityHeaders } from '../src/security/headers.ts';

const script = 'document.documentElement.dataset.theme="dark"';
const page = (title: string) =>
  `<!DOCTYPE html><html><head><title>${title}</title><link rel="canonical" href="https://clearframe.invalid/x"/>` +
  `<script type="application/ld+json">{"url":"https://clearframe.invalid/"}</script><script>${script}</script>` +
  `<script src="/assets/a-1.js"></script></head><body></body></html>`;
const code = 'console.log("clearframe");'.repeat(100);

/** Mailed links open them with a secret in their address. */
const secretPages = ['register', 'reset-password', 'confirm-email', 'invite'];

let folder: string;
let app: FastifyInstance;

async function serve(from: string, env: Record<string, string> = {}): Promise<FastifyInstance> {
  const config = readConfig(env);
  const made = Fastify();
  await made.register(securityHeaders, { config });
  const web = await webRoutes({ config }, from);
  answerNotFound(made, web.notFound);
  web.register(made);
  return made;
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'clearframe-web-'));
  for (const path of ['login', '404', 'assets', 'notice', ...secretPages]) await mkdir(join(folder, path));
  await writeFile(join(folder, 'index.html'), page('home'));
  for (const path of ['login', ...secretPages]) await writeFile(join(folder, path, 'index.html'), page(path));
  await writeFile(join(folder, 'notice/index.html'), page('notice'));
  await writeFile(join(folder, '404/index.html'), page('missing'));
  await writeFile(join(folder, 'robots.txt'), 'Sitemap: https://clearframe.invalid/sitemap.xml\n');
  await writeFile(join(folder, 'sitemap.xml'), '<loc>https://clearframe.invalid/docs</loc>');
  await writeFile(join(folder, '__spa-fallback.html'), page('app'));
  await writeFile(join(folder, 'assets/a-1.js'), code);
  app = await serve(folder);
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true });
});

const get = (url: string, headers: Record<string, string> = {}) => app.inject({ method: 'GET', url, headers });

describe('built pages', () => {
  it('PUB-08 serves each page at its path with the public address in place of the placeholder', async () => {
    for (const [url, title] of [
      ['/', 'home'],
      ['/login', 'login'],
      ['/login?from=x', 'login'],
    ] as const) {
      const answer = await get(url);
      expect(answer.statusCode).toBe(200);
      expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
      expect(answer.body).toContain(`<title>${title}</title>`);
      expect(answer.body).toContain('href="http://localhost:3000/x"');
      expect(answer.body).not.toContain('clearframe.invalid');
    }
  });

  it('SEC-04 allows exactly the inline scripts of the page, by their hashes', async () => {
    const { headers } = await get('/');
    const hash = createHash('sha256').update(script).digest('base64');
    expect(headers['content-security-policy']).toContain(`script-src 'self' 'sha256-${hash}';`);
    expect(headers['content-security-policy']).toContain("style-src 'self';");
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
  });

  it('SEC-04 names another host only for the captcha that is configured, only on pages, and only where its maker says so', async () => {
    const hcaptcha = 'https://hcaptcha.com https://*.hcaptcha.com';
    const google = 'https://www.google.com/recaptcha/';
    const googleFrames = `${google} https://recaptcha.google.com/recaptcha/`;
    const googleScripts = `${google} https://www.gstatic.com/recaptcha/`;
    const cloudflare = 'https://challenges.cloudflare.com';
    const mirror = 'https://www.recaptcha.net/recaptcha/';
    const keys = { CAPTCHA_SITE_KEY: 'key', CAPTCHA_SECRET: 'secret' };
    const table: [Record<string, string>, Record<string, string>][] = [
      [{}, {}],
      [{ CAPTCHA: 'off' }, {}],
      // The keys alone choose nothing.
      [keys, {}],
      [
        { ...keys, CAPTCHA: 'recaptcha' },
        { script: googleScripts, frame: googleFrames },
      ],
      [
        { ...keys, CAPTCHA: 'recaptcha-v3' },
        { script: googleScripts, frame: googleFrames },
      ],
      [
        { ...keys, CAPTCHA: 'hcaptcha' },
        { script: hcaptcha, frame: hcaptcha, style: hcaptcha, connect: hcaptcha },
      ],
      [
        { ...keys, CAPTCHA: 'turnstile' },
        { script: cloudflare, frame: cloudflare },
      ],
      [
        { ...keys, CAPTCHA: 'recaptcha', CAPTCHA_SCRIPT_URL: 'https://www.recaptcha.net/recaptcha/api.js' },
        { script: googleScripts.replace(google, mirror), frame: googleFrames.replace(google, mirror) },
      ],
    ];
    const { headers } = await get('/');
    const plain = String(headers['content-security-policy']);
    const added = (directive: string, sources: string | undefined) => (sources ? `${directive} ${sources}` : directive);
    for (const [env, sources] of table) {
      const server = await serve(folder, env);
      const expected = plain
        .replace(/script-src [^;]*/, (own) => added(own, sources.script))
        .replace("style-src 'self'", (own) => added(own, sources.style))
        .replace("connect-src 'self'", (own) => added(own, sources.connect))
        .replace("frame-src 'self'", (own) => added(own, sources.frame));
      for (const url of ['/', '/login', '/dashboard', '/nothing']) {
        const answer = await server.inject({ method: 'GET', url });
        expect(answer.headers['content-security-policy'], `${JSON.stringify(env)} ${url}`).toBe(expected);
      }
      const file = await server.inject({ method: 'GET', url: '/assets/a-1.js' });
      expect(file.headers['content-security-policy']).not.toContain('https:');
      await server.close();
    }
    expect(plain).not.toMatch(/https?:|\*|unsafe/);
  });

  it('PUB-08 fills the public address into robots.txt, sitemap.xml and structured data', async () => {
    const robots = await get('/robots.txt');
    expect([robots.headers['content-type'], robots.body]).toEqual([
      'text/plain; charset=utf-8',
      'Sitemap: http://localhost:3000/sitemap.xml\n',
    ]);
    const sitemap = await get('/sitemap.xml');
    expect([sitemap.headers['content-type'], sitemap.body]).toEqual([
      'application/xml; charset=utf-8',
      '<loc>http://localhost:3000/docs</loc>',
    ]);
    expect((await get('/')).body).toContain('{"url":"http://localhost:3000/"}');
  });

  it.each([...secretPages, 'login'])('SEC-08 passes on no address of /%s, which may hold a secret', async (path) => {
    const answer = await app.inject({ method: 'GET', url: `/${path}?token=hush` });
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['referrer-policy']).toBe('no-referrer');
  });

  it('SEC-10 marks pages of local mode only', async () => {
    const mark = '<head><meta name="clearframe-local" content="1"/>';
    expect((await get('/')).body).toContain(mark);
    const open = await serve(folder, { HOST: '0.0.0.0', PUBLIC_URL: 'https://moderation.example', SECRET_KEY: 'x'.repeat(32) });
    const answer = await open.inject({ method: 'GET', url: '/' });
    expect(answer.body).not.toContain('clearframe-local');
    expect(answer.body).toContain('https://moderation.example/x');
    await open.close();
  });

  it('AUTH-12 PUB-08 serves one page for everything under /dashboard, and keeps search engines away', async () => {
    for (const url of ['/dashboard', '/dashboard/media', '/dashboard/media/8c1ec6a0?x=1']) {
      const answer = await get(url);
      expect(answer.statusCode).toBe(200);
      expect(answer.headers['x-robots-tag']).toBe('noindex');
      expect(answer.body).toContain('<title>app</title>');
    }
  });

  it('OPS-01 leads from another name of the machine to the one that cookies and pictures belong to', async () => {
    const answer = await get('/login?next=%2Fdashboard', { host: '127.0.0.1:3000' });
    expect(answer.statusCode).toBe(307);
    expect(answer.headers.location).toBe('http://localhost:3000/login?next=%2Fdashboard');
    expect((await get('/dashboard/media', { host: '[::1]:3000' })).headers.location).toBe(
      'http://localhost:3000/dashboard/media',
    );
    expect((await get('/login', { host: 'localhost:3000' })).statusCode).toBe(200);
    expect((await get('/assets/a-1.js', { host: '127.0.0.1:3000' })).statusCode).toBe(200);
    expect((await get('/login', { host: 'other.example:3000' })).statusCode).toBe(200);
  });

  it('PUB-06 leads from the address of a page that moved to the new one, for good', async () => {
    const answer = await get('/docs/guides/accuracy');
    expect([answer.statusCode, answer.headers.location]).toEqual([308, '/docs/accuracy']);
  });

  it('PUB-07 answers unknown paths with the 404 page and its status', async () => {
    for (const url of [
      '/nothing',
      '/404',
      '/404/index.html',
      '/notice',
      '/notice/index.html',
      '/__spa-fallback.html',
      '/index.html',
      '/assets/b.js',
      '/..%2f..%2fpackage.json',
    ]) {
      const answer = await get(url);
      expect(answer.statusCode, url).toBe(404);
      expect(answer.body).toContain('<title>missing</title>');
    }
    const posted = await app.inject({ method: 'POST', url: '/nothing' });
    expect(posted.statusCode).toBe(404);
  });

  it('OPS-01 serves hashed files for a year, compressed as the browser takes it, and pages always checked again', async () => {
    const plain = await get('/assets/a-1.js');
    expect(plain.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(plain.headers['content-type']).toBe('text/javascript; charset=utf-8');
    expect(plain.body).toBe(code);
    const brotli = await get('/assets/a-1.js', { 'accept-encoding': 'gzip, br' });
    expect(brotli.headers['content-encoding']).toBe('br');
    expect(brotliDecompressSync(brotli.rawPayload).toString()).toBe(code);
    const gzip = await get('/assets/a-1.js', { 'accept-encoding': 'gzip' });
    expect(gunzipSync(gzip.rawPayload).toString()).toBe(code);
    const home = await get('/');
    expect(home.headers['cache-control']).toBe('no-cache');
    const again = await get('/', { 'if-none-match': String(home.headers.etag) });
    expect(again.statusCode).toBe(304);
    expect(again.body).toBe('');
  });

  it('OPS-01 says at / when the pages are not built, and runs all the same', async () => {
    const empty = await serve(join(folder, 'nowhere'));
    const answer = await empty.inject({ method: 'GET', url: '/' });
    expect(answer.statusCode).toBe(503);
    expect(answer.body).toContain('npm run build');
    expect((await empty.inject({ method: 'GET', url: '/x' })).statusCode).toBe(404);
    await empty.close();
  });
});
