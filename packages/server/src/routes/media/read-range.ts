export type ByteRange = { start: number; end: number };

/**
 * One byte range of a Range header (RFC 9110 §14); both ends are included.
 * @returns null when the whole is to be sent: no header, another unit, a wrong form, or several ranges
 */
export function readRange(header: string | undefined, sizeBytes: number): ByteRange | 'unsatisfiable' | null {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '');
  if (!match) return null;
  const [, from = '', to = ''] = match;
  if (from === '' && to === '') return null;
  const last = sizeBytes - 1;
  const range =
    from === ''
      ? { start: Math.max(0, sizeBytes - Number(to)), end: last }
      : { start: Number(from), end: to === '' ? last : Math.min(Number(to), last) };
  if (from !== '' && to !== '' && Number(to) < Number(from)) return null;
  return range.start > last ? 'unsatisfiable' : range;
}
