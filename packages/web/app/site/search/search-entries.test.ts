import { describe, expect, it } from 'vitest';
import { findSections, type SearchEntry, snippetOf } from './search-entries.ts';

const entry = (path: string, heading: string, text: string): SearchEntry => ({ path, page: 'Guide', heading, text });
const entries = [
  entry('/a', 'Retries', 'Send an Idempotency-Key with each upload.'),
  entry('/b', 'Webhooks', `${'Many words before it. '.repeat(20)}Retries follow after ten seconds. ${'And after. '.repeat(20)}`),
  entry('/c', 'Limits', 'Sizes and rates'),
];

describe('the search of the documentation', () => {
  it('finds sections that hold every word, those with it in the heading first', () => {
    expect(findSections(entries, 'retries').map(({ path }) => path)).toEqual(['/a', '/b']);
    expect(findSections(entries, 'RETRIES seconds').map(({ path }) => path)).toEqual(['/b']);
    expect(findSections(entries, 'idempotency-key').map(({ path }) => path)).toEqual(['/a']);
    expect(findSections(entries, 'retries zeppelin')).toEqual([]);
  });

  it('finds nothing for nothing, and takes signs for no words', () => {
    for (const query of ['', '   ', '?!', '()']) expect(findSections(entries, query)).toEqual([]);
  });

  it('shows words around what was found, cut between words', () => {
    const [, webhooks] = entries;
    const snippet = webhooks ? snippetOf(webhooks, 'ten seconds') : '';
    expect(snippet).toMatch(/^… \S.*ten seconds.* …$/);
    expect(snippet.length).toBeLessThan(130);
  });
});
