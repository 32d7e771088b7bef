/**
 * JSON in the one form that RFC 8785 gives each value: members in the order of their names' UTF-16 code units, no blanks. Numbers and
 * strings are what `JSON.stringify` makes of them, as the RFC says.
 * @throws Error for numbers that JSON does not know
 */
export function canonicalJson(value: unknown): string {
  if (typeof value === 'number' && !Number.isFinite(value)) throw new Error(`${value} is no JSON`);
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    // Names of one object differ, so none equals another.
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, member]) => `${JSON.stringify(name)}:${canonicalJson(member)}`);
  return `{${members.join(',')}}`;
}
