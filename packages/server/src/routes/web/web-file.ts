import { createHash } from 'node:crypto';
import { extname } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { captchaSources, type PageSources } from '../../captcha/remote-providers.ts';
import type { Config } from '../../config.ts';
import { paymentSources } from '../../payments/payment-sources.ts';
import { contentSecurityPolicy } from '../../security/headers.ts';

/** A file of the built pages as it is served. */
export type WebFile = {
  type: string;
  etag: string;
  cacheControl: string;
  /** Pages only: allows exactly the scripts that stand in this page. */
  policy: string | null;
  /** The bytes in the best coding that the client takes; each coding is made once, when first asked for. */
  body(acceptEncoding: string | undefined): Promise<{ bytes: Uint8Array; encoding: 'br' | 'gzip' | null }>;
};

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.xml': 'application/xml; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.webp': 'image/webp',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
};

/** What is worth compressing; pictures and fonts are compressed already. */
const compressible = /^(text\/|application\/|image\/svg)/;
/** Names under /assets carry the hash of their content. */
const immutable = 'public, max-age=31536000, immutable';
/** Where the build wrote a placeholder for the public address. Hashed files read it from the page instead. */
const addressed = new Set(['.html', '.txt', '.xml']);
const placeholder = 'https://clearframe.invalid';

/** SHA-256 of every inline script, as a Content-Security-Policy names them. Structured data is no script: nothing runs it. */
function inlineScriptHashes(html: string): string[] {
  const scripts = html.matchAll(/<script(?![^>]*\s(?:src=|type="application\/ld\+json"))[^>]*>([\s\S]*?)<\/script>/gi);
  const hashes = [...scripts].map(([, code = '']) => createHash('sha256').update(code).digest('base64'));
  return [...new Set(hashes)];
}

export type Installation = Pick<Config, 'publicUrl' | 'localMode' | 'captcha' | 'captchaScriptUrl' | 'payfast' | 'tryIt'>;

/** A section that an installation can do without, none other in it. */
const trySection = /<section[^>]*\sdata-optional="try-it"[^>]*>.*?<\/section>/s;

/** The page with this installation's address and the sections that it has, and the marks of what else it knows. */
function fillPage(html: string, { publicUrl, localMode, tryIt }: Installation): string {
  const filled = (tryIt ? html : html.replace(trySection, '')).replaceAll(placeholder, publicUrl);
  const marks = [...(localMode ? ['local'] : []), ...(tryIt ? [] : ['no-try'])];
  return filled.replace('<head>', ['<head>', ...marks.map((mark) => `<meta name="clearframe-${mark}" content="1"/>`)].join(''));
}

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

/** Every page allows the same, because the application goes from one to the other without loading a new one. */
function remoteSources(installation: Installation): PageSources {
  const [one, other] = [captchaSources(installation), paymentSources(installation)];
  return {
    script: [...one.script, ...other.script],
    frame: [...one.frame, ...other.frame],
    style: [...one.style, ...other.style],
    connect: [...one.connect, ...other.connect],
  };
}

/** @param path the file's place under the build, with `/` between folders */
export function createWebFile(path: string, raw: Uint8Array, installation: Installation): WebFile {
  const extension = extname(path);
  const type = types[extension] ?? 'application/octet-stream';
  const text = addressed.has(extension) ? fillPage(Buffer.from(raw).toString('utf8'), installation) : null;
  const bytes = text === null ? raw : Buffer.from(text);
  // Quality 6 takes a tenth of the time of the best one and gives about 5 % more bytes.
  const inBrotli = once(() => brotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }));
  const inGzip = once(() => gzipped(bytes));
  return {
    type,
    etag: `W/"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`,
    cacheControl: path.startsWith('assets/') ? immutable : 'no-cache',
    policy:
      extension === '.html' && text !== null
        ? contentSecurityPolicy(inlineScriptHashes(text), remoteSources(installation))
        : null,
    async body(acceptEncoding = '') {
      if (!compressible.test(type)) return { bytes, encoding: null };
      if (/\bbr\b/.test(acceptEncoding)) return { bytes: await inBrotli(), encoding: 'br' };
      if (/\bgzip\b/.test(acceptEncoding)) return { bytes: await inGzip(), encoding: 'gzip' };
      return { bytes, encoding: null };
    },
  };
}
