import { expect, it } from 'vitest';
import { apiReference } from '../docs/api-reference.server.ts';
import { guides } from '../guides/guides.server.ts';
import { docsNav } from './docs-nav.server.ts';

it('PUB-06 leads to every guide and every call, each once, the quick start first', () => {
  const groups = docsNav();
  expect(groups.map(({ title }) => title)).toEqual(['Start', 'Concepts', 'Integrate', 'Operate', 'API']);
  const paths = groups.flatMap(({ links }) => links.map(({ path }) => path));
  expect(paths[0]).toBe('/docs');
  expect(new Set(paths).size).toBe(paths.length);
  const wanted = [...guides.map(({ path }) => path), ...apiReference().calls.map(({ id }) => `/docs/api#${id}`)];
  expect(wanted.filter((path) => !paths.includes(path))).toEqual([]);
});
