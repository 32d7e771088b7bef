/** While the database is away every look for jobs fails: the same trouble is told once in so long. */
const repeatedAfterMs = 10_000;

/** The library tells troubles of its loops as plain objects with a message; here they become errors. */
function toError(trouble: unknown): Error {
  if (trouble instanceof Error) return trouble;
  const message = typeof trouble === 'object' && trouble !== null && 'message' in trouble ? trouble.message : trouble;
  return new Error(String(message));
}

/** Tells each trouble once in a while. @param now ms of any clock */
export function createReporter(
  onError: ((error: unknown, where: string) => void) | undefined,
  now: () => number = () => performance.now(),
): (trouble: unknown, where: string) => void {
  const told = new Map<string, number>();
  return (trouble, where) => {
    const error = toError(trouble);
    // The library appends the worker's id to the sentence.
    const kind = `${where}: ${error.message.replace(/ \(Queue: .*/, '')}`;
    const at = now();
    // Sentences name items and statements, so that few come twice: what is kept would grow for as long as the process lives.
    for (const [one, toldAt] of told) if (at - toldAt >= repeatedAfterMs) told.delete(one);
    if (told.has(kind)) return;
    told.set(kind, at);
    onError?.(error, where);
  };
}
