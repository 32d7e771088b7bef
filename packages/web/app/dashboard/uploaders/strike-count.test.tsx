import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { StrikeCount } from './strike-count.tsx';

const strikeOf = (day: number) => {
  const two = String(day).padStart(2, '0');
  return { id: two, at: `2026-09-${two}T12:00:00Z`, expires_at: `2026-12-${two}T12:00:00Z`, media_id: 'm', label: null };
};
/** So many strikes, the newest first, of which so many are listed. */
const said = (active: number, listed = active) => {
  const list = Array.from({ length: listed }, (_, place) => strikeOf(active - place));
  return renderToStaticMarkup(<StrikeCount strikes={{ active, list }} />)
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
};

it('TRUST-B1 says when the next strike ends, and the last one where the next is not listed', () => {
  expect(said(0)).toBe('0');
  expect(said(1)).toBe('1 ends 1 Dec 2026');
  expect(said(3)).toBe('3 the next ends 1 Dec 2026');
  expect(said(25, 20)).toBe('25 the last ends 25 Dec 2026');
});
