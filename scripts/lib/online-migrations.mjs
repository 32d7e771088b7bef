/** Migrations from this number on are made while the version before serves (docs/decisions/082). */
const first = 36;

const table = String.raw`(?:only\s+)?(?:if\s+exists\s+)?(?:"?public"?\.)?"?([\w-]+)"?`;
const ofTable = [new RegExp(`^alter\\s+table\\s+${table}`), new RegExp(`^create\\s+(?:unique\\s+)?index\\b.*?\\son\\s+${table}`)];
const newTable = new RegExp(`^create\\s+table\\s+(?:if\\s+not\\s+exists\\s+)?${table}`);
const isConcurrent =
  /^(?:create\s+(?:unique\s+)?index|drop\s+index|reindex\s+\w+)\s+concurrently\b|\bdetach\s+partition\b.*\bconcurrently\b/;
const newColumn = /\badd\s+column\b(?:(?!\badd\s+column\b).)*/g;

/** What locks a table for longer than a moment, or breaks what the version before reads; each with what to do instead. */
const rules = [
  [
    (one) => /^create\s+(?:unique\s+)?index\b(?!\s+concurrently)/.test(one),
    'builds an index that locks its table: create it concurrently',
  ],
  [
    (one) => /\bset\s+not\s+null\b/.test(one),
    'sets not null, which reads the whole table: add a check that is not valid, and validate it',
  ],
  [
    (one) => /\balter\s+column\s+\S+\s+(?:set\s+data\s+)?type\b/.test(one),
    'changes a type, which writes the whole table: add a column',
  ],
  [(one) => /^alter\b.*\brename\b/.test(one), 'renames what the version before reads: add, fill, and drop a version later'],
  [
    (one) =>
      /\badd\s+(?:constraint\b|primary\s+key|unique|check|foreign\s+key)/.test(one) &&
      !/\bnot\s+valid\b|\busing\s+index\b/.test(one),
    'adds a constraint, which reads the whole table: add it not valid and validate it, or using an index',
  ],
  [
    (one) => [...one.matchAll(newColumn)].some(([column]) => /\bnot\s+null\b/.test(column) && !/\bdefault\b/.test(column)),
    'adds a column that the version before leaves empty: give it a default',
  ],
];

/** Statements without their comments, in one line, and whether a comment before each says why it may stand. */
function statementsOf(text) {
  const plain = text.replaceAll('--> statement-breakpoint', ';').replace(/\$(\w*)\$.*?\$\1\$/gs, "''");
  return plain.split(';').flatMap((part) => {
    const statement = part.replace(/--.*$/gm, '').replace(/\s+/g, ' ').trim().toLowerCase();
    return statement === '' ? [] : { statement, isSafe: /^\s*-- safe: \S/m.test(part) };
  });
}

/**
 * What of a migration the version before would notice while it serves, one line each. A comment `-- safe: why` before a statement lets it
 * stand, and a table that the same file creates has no rows and no readers.
 * @param {string} name its file
 * @param {string} text
 * @returns {string[]}
 */
export function migrationProblems(name, text) {
  if (Number.parseInt(name, 10) < first) return [];
  const statements = statementsOf(text);
  const made = new Set(statements.flatMap(({ statement }) => newTable.exec(statement)?.[1] ?? []));
  const alone = statements.filter(({ statement }) => isConcurrent.test(statement));
  const problems = statements.flatMap(({ statement, isSafe }) => {
    const changed = ofTable.flatMap((pattern) => pattern.exec(statement)?.[1] ?? [])[0];
    if (isSafe || (changed !== undefined && made.has(changed))) return [];
    return rules.flatMap(([isBroken, what]) => (isBroken(statement) ? what : []));
  });
  const isMarked = /^-- concurrently\s*$/m.test(text.split('\n', 1)[0] ?? '');
  if (isMarked ? statements.length !== 1 || alone.length !== 1 : alone.length > 0)
    problems.push('what is made concurrently stands alone in its file, below a first line "-- concurrently"');
  return problems;
}
