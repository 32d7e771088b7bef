import type { MediaUpload } from '@clearframe/contract';
import { useEffect, useMemo, useState } from 'react';
import { placedLines } from './placed-lines.ts';

const none: ReadonlySet<string> = new Set();

/** The lines of an item that hold a forbidden keyword; none until the matching is loaded, which few items need. */
export function useHitLines(media: MediaUpload): ReadonlySet<string> {
  const [hits, setHits] = useState({ sought: '', lines: none });
  const lines = placedLines(media).map(({ text }) => text);
  const found = media.moderation?.keyword_check.foundForbidden ?? [];
  const sought = lines.length > 0 && found.length > 0 ? JSON.stringify([lines, found]) : '';
  useEffect(() => {
    if (sought === '') return;
    let isWanted = true;
    const [inLines, words]: [string[], string[]] = JSON.parse(sought);
    // A screen whose marks cannot be loaded shows the text without them.
    void import('./hit-lines.ts').then(
      ({ hitLines }) => isWanted && setHits({ sought, lines: hitLines(inLines, words) }),
      () => undefined,
    );
    return () => {
      isWanted = false;
    };
  }, [sought]);
  return useMemo(() => (hits.sought === sought ? hits.lines : none), [hits, sought]);
}
