/** What every public page has to reach, as medians of all runs, and the one table that says whether it does. */

export const categories = ['performance', 'accessibility', 'best-practices', 'seo'];
const targets = { performance: 95, accessibility: 100, 'best-practices': 95, seo: 100 };

/** The value in the middle; of an even number the lower one, so that no score is flattered. */
export const median = (values) => values.toSorted((a, b) => a - b)[(values.length - 1) >> 1];

/**
 * @param {{path: string, isIndexed: boolean, scores: number[][], lcpMs: number[], weightBytes: number, failed: Set<string>,
 * served: string[]}} page `scores` has a row a run in the order of `categories`; `served` says what is wrong with its status and robots
 * @returns what it misses, in words; empty when it reaches everything. A
 * page that is not to be indexed is checked for `noindex` in place of SEO.
 */
export function missesOf({ isIndexed, scores, served }) {
  const low = categories.flatMap((name, at) => {
    if (name === 'seo' && !isIndexed) return [];
    const score = median(scores.map((row) => row[at]));
    return score >= targets[name] ? [] : [`${name} ${score} of ${targets[name]}`];
  });
  return [...low, ...served];
}

/** The table of all pages, in Markdown, with what each misses. */
export function tableOf(pages) {
  const head = '| page | performance | accessibility | best practices | SEO | largest paint | missed | audits not met |';
  const rows = pages.map((page) => {
    const cells = categories.map((name, at) =>
      name === 'seo' && !page.isIndexed ? 'noindex' : median(page.scores.map((row) => row[at])),
    );
    const largestPaint = `${(median(page.lcpMs) / 1_000).toFixed(1)} s`;
    return `| ${[page.path, ...cells, largestPaint, missesOf(page).join(', ') || 'nothing', [...page.failed].join(', ')].join(' | ')} |`;
  });
  return [head, '| --- | --- | --- | --- | --- | --- | --- | --- |', ...rows].join('\n');
}
