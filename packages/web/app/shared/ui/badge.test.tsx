import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { VerdictBadge } from './badge.tsx';

it('MED-03 names Safe with Review, which contradict each other when they are read out, by what they mean', () => {
  const item = { moderationFlagged: false, needs_review: true, sampled: false };
  expect(renderToStaticMarkup(<VerdictBadge item={item} />)).toMatch(/^<span [^>]*role="img" aria-label="Needs a person"/);
  expect(renderToStaticMarkup(<VerdictBadge item={{ ...item, needs_review: false }} />)).not.toContain('aria-label');
});
