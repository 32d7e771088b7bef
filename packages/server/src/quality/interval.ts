import { type CountedShare, qualityMinDecided, type ShareEstimate, wilson } from '@clearframe/contract';

const estimateOf = (hits: number, n: number): ShareEstimate => ({ share: hits / n, ...wilson(hits, n) });

/** A share with its interval, or without when there are too few to say. */
export function countedShare(hits: number, n: number): CountedShare {
  return { hits, n, estimate: n < qualityMinDecided ? null : estimateOf(hits, n) };
}
