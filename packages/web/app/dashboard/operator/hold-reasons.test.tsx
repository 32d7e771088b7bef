import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { HoldReasons } from './hold-reasons.tsx';

const textOf = (reasons: string) =>
  renderToStaticMarkup(<HoldReasons reasons={reasons} />)
    .replaceAll(/<time[^>]*>[^<]*/g, '@')
    .replaceAll(/<\/li>/g, '|')
    .replaceAll(/<[^>]+>/g, '');

it('SEC-02 says each reason of a hold with its time, the newest first, as people write them', () => {
  expect(textOf('held 2026-11-30T10:00:00.000Z: case 7')).toBe('case 7 Held @|');
  const changed = 'held 2026-11-29T10:00:00.000Z: case 7; note; released 2026-11-30T10:00:00.000Z: over';
  expect(textOf(changed)).toBe('over Released @|case 7; note Held @|');
  expect(textOf('by hand')).toBe('by hand');
  expect(textOf('')).toBe('');
});
