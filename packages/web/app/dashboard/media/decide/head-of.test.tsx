import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { mediaOf } from '../../../shared/verdict/testing/media-of.ts';
import { headOf } from './head-of.tsx';

const safe = mediaOf({ moderationFlagged: false });
const made = { kind: 'made', name: null, verdict: 'pass', decision: null, undoable: true, waits: false } as const;

it('MED-05 a decision that was just made has its line before the server tells of it', () => {
  expect(renderToStaticMarkup(headOf(made, safe)?.first)).toBe('<p class="strong">Safe · now</p>');
  expect(headOf({ ...made, undoable: false }, safe)?.first).toEqual(headOf(made, safe)?.first);
});
