import { type SecurityEvent, securityEventWords } from '@clearframe/contract';

const words: Record<string, string> = securityEventWords;

/** What happened, in words; a kind of a newer server is shown by its name. */
export function eventWords(kind: string): string {
  return Object.hasOwn(words, kind) ? (words[kind] ?? kind) : kind;
}

/** Whether the line tells of something that somebody else may have tried. */
export function isSuspicious(kind: string): boolean {
  return /_(?:failed|wrong|reused|reversed)$|^login\.(?:failed|locked)$/.test(kind);
}

/** Whether anybody but this person stands in these lines: only then it is worth a column. */
export function namesOthers(events: readonly SecurityEvent[], userId: string): boolean {
  return events.some(({ user }) => user !== null && user.id !== userId);
}
