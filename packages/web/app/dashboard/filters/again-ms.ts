/**
 * How long after an answer that knows nothing a busy server is asked again, each time twice as long; false = no more by itself: where the
 * keywords take that long, it would never end.
 * @param answers how many there were so far
 */
export const againMs = (answers: number): number | false => answers <= 4 && 2_500 * 2 ** answers;
