import type { AuditEntry } from '@clearframe/contract';

const blanks = (words: string) => words.replaceAll('_', ' ');

/** The id of a reason is shown as its page shows it. */
function valueWords(name: string, value: unknown): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return name === 'label' ? String(value) : blanks(String(value));
}

/** "number 1, outcome no action": numbers and fixed words, in the order in which the server wrote them. */
export const detailWords = (detail: AuditEntry['detail']): string =>
  Object.entries(detail)
    .flatMap(([name, value]) => (value === null ? [] : `${blanks(name)} ${valueWords(name, value)}`))
    .join(', ');

/** "transparency run": the kind of what an act is about. */
export const subjectWords = (type: string): string => blanks(type);
