import { globSync, readFileSync } from 'node:fs';
import type { RouteConfigEntry } from '@react-router/dev/routes';
import { describe, expect, it } from 'vitest';
import config from '../../react-router.config.ts';
import routes from '../routes.ts';

type Module = { meta?: () => unknown; handle?: unknown };
const modules = import.meta.glob<Module>('./**/*.tsx');

/** A page with its whole address, and the files of the frames around it before its own. */
type Page = { path: string; files: string[] };

function pagesOf(entries: readonly RouteConfigEntry[], above: Page = { path: '', files: [] }): Page[] {
  return entries.flatMap(({ path, file, children }) => {
    const page = { path: path === undefined ? above.path : `${above.path}/${path}`, files: [...above.files, file] };
    return children ? pagesOf(children, page) : [{ ...page, path: page.path || '/' }];
  });
}

const pages = pagesOf(routes).filter(({ files, path }) => files.at(-1)?.endsWith('.tsx') && !path.endsWith('*'));
const behindSignIn = pages.filter(({ path }) => /^\/(dashboard(\/|$)|operator$)/.test(path));
const open = pages.filter((page) => !behindSignIn.includes(page));
/** Whose address is known without an id. */
const withKnownAddress = ({ path }: Page) => !path.includes(':');

describe.each(behindSignIn)('the page $path', ({ files }) => {
  it('DASH-01 has a title for the window and one for the top bar', async () => {
    const frames = await Promise.all(files.map((file) => modules[file.replace('routes', '.')]?.()));
    expect(frames.at(-1)?.meta?.() ?? []).toContainEqual({ title: expect.stringMatching(/^\S.* · Clearframe$/) });
    expect(frames.map((frame) => frame?.handle)).toContainEqual(expect.objectContaining({ title: expect.stringMatching(/\S/) }));
  });
});

it('PUB-08 draws every public page while building', () => {
  const prerendered: readonly unknown[] = Array.isArray(config.prerender) ? config.prerender : [];
  expect(open.filter((page) => withKnownAddress(page) && !prerendered.includes(page.path))).toEqual([]);
});

const read = (file: string) => readFileSync(new URL(`../../../../${file}`, import.meta.url), 'utf8');
/** Addresses that a list leaves out, of those that are known. */
const missingIn = (list: string) =>
  pages.filter(withKnownAddress).flatMap(({ path }) => (list.includes(`'${path}'`) || list.includes(`'${path}?`) ? [] : path));

it('photographs every page, so that a comparison of screens misses none', () => {
  const screens = read('scripts/screenshots/screens.mjs') + read('scripts/screenshots/every-screen.mjs');
  // There is no operator in an account for screens: for its people the console does not exist, and its own journey looks at it.
  expect(missingIn(screens)).toEqual(['/operator']);
});

it('PUB-08 DASH-01 weighs every page, and looks there for what jumps', () => {
  // Who comes back from a payment is led on at once.
  expect(missingIn(read('e2e/screens.ts')).toSorted()).toEqual(['/cancel', '/operator', '/return']);
});

it('DASH-01 leads to every page behind the sign-in from another one', () => {
  const app = new URL('../', import.meta.url);
  const code = globSync('{dashboard,sign-in,shared}/**/*.{ts,tsx}', { cwd: app }).filter((file) => !/\.test\./.test(file));
  const text = code.map((file) => readFileSync(new URL(file, app), 'utf8')).join('\n');
  const isLinked = (path: string) => new RegExp(`['"\`]${path}['"\`?#]`).test(text);
  expect(behindSignIn.filter((page) => withKnownAddress(page) && !isLinked(page.path))).toEqual([]);
});
