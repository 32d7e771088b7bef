const TELL_MS = 2_000;

/** Tells how far something is, at most every two seconds, and its end always. */
export function createTeller(print: (line: string) => void, now: () => number = () => performance.now()) {
  let toldAt = now();
  return (line: string, isEnd = false): void => {
    if (!isEnd && now() - toldAt < TELL_MS) return;
    toldAt = now();
    print(line);
  };
}
