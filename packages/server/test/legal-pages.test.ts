import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readConfig } from '../src/config.ts';
import { webRoutes } from '../src/routes/web/web.ts';

const built = (name: string, title: string) =>
  `<!DOCTYPE html><html><head><meta name="robots" content="noindex"/><script>theme()</script></head><body><main id="main">` +
  `<article class="prose legal" data-legal="${name}"><h1>${title}</h1><p>This is a template.</p></article>` +
  `</main><footer>foot</footer></body></html>`;

let folder: string;
let app: FastifyInstance | undefined;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'clearframe-legal-'));
  for (const path of ['build/privacy', 'build/terms', 'data/legal']) await mkdir(join(folder, path), { recursive: true });
  await writeFile(join(folder, 'build/index.html'), built('none', 'Home'));
  await writeFile(join(folder, 'build/privacy/index.html'), built('privacy', 'Privacy'));
  await writeFile(join(folder, 'build/terms/index.html'), built('terms', 'Terms'));
  await writeFile(
    join(folder, 'build/sitemap.xml'),
    '<urlset>\n  <url><loc>https://clearframe.invalid/</loc></url>\n</urlset>\n',
  );
});
afterEach(async () => {
  await app?.close();
  app = undefined;
  await rm(folder, { recursive: true });
});

/** Writes the operator's files, and starts what serves the pages. @returns what an address answers */
async function serve(texts: Record<string, string>): Promise<(url: string) => Promise<string>> {
  for (const [name, text] of Object.entries(texts)) await writeFile(join(folder, 'data/legal', name), text);
  const made = Fastify();
  app = made;
  const web = await webRoutes({ config: readConfig({ DATA_DIR: join(folder, 'data') }) }, join(folder, 'build'));
  web.register(made);
  return async (url) => {
    const answer = await made.inject({ method: 'GET', url });
    expect(answer.statusCode, url).toBe(200);
    return answer.body;
  };
}

const articleOf = (html: string) => /<article[^>]*>(.*)<\/article>/s.exec(html)?.[1];

describe('a legal page', () => {
  it('PUB-08 is a template, kept from search engines and out of the site map, until the operator writes one', async () => {
    const get = await serve({ 'terms.md': ' \n' });
    for (const url of ['/privacy', '/terms']) {
      expect(await get(url)).toContain('This is a template.');
      expect(await get(url)).toContain('<meta name="robots" content="noindex"/>');
    }
    expect(await get('/sitemap.xml')).toBe('<urlset>\n  <url><loc>http://localhost:3000/</loc></url>\n</urlset>\n');
  });

  it('PUB-08 is the text of the operator, open to search engines and in the site map, one without the other', async () => {
    const get = await serve({ 'privacy.md': '\uFEFF# What *we* keep\r\n\r\n## Who\r\n\r\nAda & Co, $1 $& a year.\r\n' });
    const privacy = await get('/privacy');
    expect(articleOf(privacy)).toBe('<h1>What <em>we</em> keep</h1><h2>Who</h2><p>Ada &amp; Co, $1 $&amp; a year.</p>\n');
    expect(privacy).toContain('<meta name="robots" content="index, follow"/>');
    expect(privacy).toContain('<footer>foot</footer>');
    expect(await get('/terms')).toContain('This is a template.');
    expect(await get('/terms')).toContain('content="noindex"');
    expect(await get('/')).toContain('content="noindex"');
    expect(await get('/sitemap.xml')).toContain('<url><loc>http://localhost:3000/privacy</loc></url>\n</urlset>');
    expect(await get('/sitemap.xml')).not.toContain('/terms');
  });

  it('has one heading of the first level, the lists, tables and links that Markdown can say', async () => {
    const get = await serve({
      'terms.md':
        'Hello.\n\n# One\n\n3. a\n4. b\n\n- [x] c\n\n| h |\n| --- |\n| **d** |\n\n    e < f\n\n[web](https://a.example/?b=1&c="2") ' +
        '[mail](mailto:a@b.example) [here](/contact)\n',
    });
    expect(articleOf(await get('/terms'))?.replace(/\n/g, '')).toBe(
      [
        '<h1>Terms</h1><p>Hello.</p><h2>One</h2><ol class="rules" start="3"><li>a</li><li>b</li></ol>',
        '<ul class="rules"><li>☑ c</li></ul>',
        '<table class="tbl"><thead><tr><th scope="col">h</th></tr></thead><tbody><tr><td><strong>d</strong></td></tr></tbody></table>',
        '<p><code>e &lt; f</code></p>',
        '<p><a class="link" href="https://a.example/?b=1&amp;c=&quot;2&quot;">web</a> <a class="link" href="mailto:a@b.example">mail</a> ' +
          '<a class="link" href="/contact">here</a></p>',
      ].join(''),
    );
  });

  it.each([
    ['a script', '<script>steal()</script>'],
    ['a script in the heading', '# Hi <script>steal()</script>'],
    ['a script within words', 'a <script>steal()</script> b'],
    ['a handler', '<img src=x onerror=steal()>'],
    ['the end of the article', '</article><script>steal()</script>'],
    ['a script as a link', '[a](javascript:steal())'],
    [
      'a script as a link, disguised',
      '[a](java&#115;cript:steal()) [b](JavaScript:steal()) <javascript:steal()> [c](data:text/html,x)',
    ],
    ['another host without its scheme', '[a](//evil.example)'],
    ['a picture', '![a" onerror="steal()](https://evil.example/x.png)'],
    ['code', '```"><script>\n</code><script>steal()</script>\n```'],
    ['an address with quotes', '[a](https://x.example/"onclick="steal())'],
    ['a table', '| <script>steal()</script> |\n| --- |\n| <b onclick="steal()">x</b> |'],
  ])('SEC-04 lets no markup of the file through: %s', async (_name, markdown) => {
    const get = await serve({ 'privacy.md': markdown });
    const html = await get('/privacy');
    expect(html.match(/<script/g)).toHaveLength(1);
    expect(html.match(/<\/article>/g)).toHaveLength(1);
    const tags = [...(articleOf(html) ?? '').matchAll(/<\/?[a-z][^>]*>/g)].map(([tag]) => tag);
    const plain =
      /^(<\/?(h1|p|code|table|thead|tbody|tr|td|th)( class="tbl"| scope="col")?>|<a class="link" href="https:\/\/x\.example[^"]*">|<\/a>)$/;
    expect(tags.filter((tag) => !plain.test(tag))).toEqual([]);
  });

  it('OPS-01 stops the start when the operator’s text is there and cannot be read', async () => {
    await mkdir(join(folder, 'data/legal/terms.md'));
    await expect(serve({})).rejects.toThrow(`The legal text ${join(folder, 'data/legal/terms.md')} cannot be read`);
  });
});
