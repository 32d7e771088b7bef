/** A variable of nobody that looks like one of ours. */
export type Misspelt = { name: string; nearest: string };

/** Names that engines and platforms give their variables: links to services, telemetry, AWS, PostgreSQL's own. */
const foreign = /_SERVICE_|_PORT(?:_|$)|^OTEL_|^AWS_|^PG/;
/** What shells, npm, test runners and schedulers set, and four letters bring near to PORT, HOST or ROLE. */
const wellKnown = new Set(['HOME', 'MODE', 'NODE', 'PATH', 'PORTS', 'ROOT', 'TEST', 'TYPE', 'USER']);
const mostEdits = 2;
/** So short a name is two edits away from too many words that a machine may have set for something else. */
const shortLength = 5;

/**
 * Edits that make one name of the other: a letter added, left out, replaced, or two neighbours swapped.
 * @returns more than `most` for whatever is farther
 */
export function editsBetween(one: string, other: string, most: number): number {
  if (Math.abs(one.length - other.length) > most) return most + 1;
  let older: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, column) => column);
  for (let row = 1; row <= one.length; row += 1) {
    const next = [row];
    for (let column = 1; column <= other.length; column += 1) {
      const isSame = one[row - 1] === other[column - 1];
      const isSwap = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      next[column] = Math.min(
        (last[column] ?? 0) + 1,
        (next[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (isSame ? 0 : 1),
        isSwap && row > 1 && column > 1 ? (older[column - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    older = last;
    last = next;
  }
  return last[other.length] ?? 0;
}

/** The nearest of `known` within `most` edits, itself excluded. */
function nearestOf(name: string, known: readonly string[], most: (known: string) => number): string | undefined {
  const near = known.map((one) => ({ one, edits: editsBetween(name, one, mostEdits) }));
  return near.filter(({ one, edits }) => edits <= most(one)).sort((a, b) => a.edits - b.edits)[0]?.one;
}

/**
 * Names that are nearly one of ours. A file is written for this server, so each of its names counts, in whatever case. The machine's
 * environment holds much that is meant for others: there a short name counts within one edit only.
 */
export function misspeltNames(
  names: { inFile: readonly string[]; inherited: readonly string[] },
  known: readonly string[],
): Misspelt[] {
  const strange = (all: readonly string[]) =>
    all.filter((name) => !known.includes(name) && !foreign.test(name) && !wellKnown.has(name));
  const inFile = strange(names.inFile).map((name) => ({ name, nearest: nearestOf(name.toUpperCase(), known, () => mostEdits) }));
  const inherited = strange(names.inherited)
    .filter((name) => !names.inFile.includes(name))
    .map((name) => ({
      name,
      nearest: nearestOf(name, known, (one) => (one.length <= shortLength ? 1 : mostEdits)),
    }));
  return [...inFile, ...inherited].flatMap(({ name, nearest }) => (nearest === undefined ? [] : [{ name, nearest }]));
}
