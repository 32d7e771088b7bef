/** Letters, digits, spaces, hyphens, apostrophes, ampersands: nothing that a mail program makes a link of. */
const plain = /^[\p{L}\p{M}\p{N}' &-]{1,60}$/u;

/**
 * A name as it may stand in a mail to somebody else, or null. Whoever sends mail to strangers through us also chooses the name, so one
 * that could carry an advertisement or an address is left out.
 */
export function plainName(name: string): string | null {
  return plain.test(name) ? name : null;
}
