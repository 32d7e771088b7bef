const FIRST_PAUSE_MS = 5_000;
const LONGEST_PAUSE_MS = 60_000;

/** What a query knows about its answers; `dataUpdateCount` counts those that came. */
type Answers<T> = { state: { data: T | undefined; dataUpdateCount: number } };

/**
 * For `refetchInterval`: what is still on its way is asked for again, after 5 s and then after twice as long each time, up to a minute.
 * The live line tells it sooner. This is for what happened between the first answer and the opening of the line, and for networks
 * that let no such line through.
 */
export function askAgainWhile<T>(isOnItsWay: (data: T) => boolean) {
  return ({ state: { data, dataUpdateCount } }: Answers<T>): number | false => {
    if (data === undefined || !isOnItsWay(data)) return false;
    return Math.min(FIRST_PAUSE_MS * 2 ** Math.max(0, dataUpdateCount - 1), LONGEST_PAUSE_MS);
  };
}
