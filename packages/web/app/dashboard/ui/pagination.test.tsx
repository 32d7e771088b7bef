import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { expect, it } from 'vitest';
import { Pagination } from './pagination.tsx';

const draw = (page: number, total: number | undefined, capped?: boolean) =>
  renderToStaticMarkup(
    <MemoryRouter>
      <Pagination page={page} pageSize={12} total={total} capped={capped} address={(to) => `/list?page=${to}`} />
    </MemoryRouter>,
  );

it('is nothing while the number of items is not known and where one page holds all', () => {
  expect(draw(1, undefined)).toBe('');
  expect(draw(1, 12)).toBe('');
});

it('links the other pages and says which items are shown', () => {
  const html = draw(2, 40);
  expect(html).toContain('13–24 of 40');
  expect(html.match(/href="[^"]*"/g)).toEqual([1, 1, 2, 3, 4, 3].map((page) => `href="/list?page=${page}"`));
  expect(html).toContain('aria-label="Page 2" aria-current="page"');
  expect(draw(1, 1_000, true)).toContain('1–12 of 1,000+');
});

it('has a way back and none onwards on a page beyond the end', () => {
  const html = draw(9, 13);
  expect(html).toContain('aria-label="Previous page"');
  expect(html).not.toContain('aria-label="Next page"');
});
