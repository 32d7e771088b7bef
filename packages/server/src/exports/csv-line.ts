/**
 * A spreadsheet takes what begins so as a formula, also behind spaces, and would run what an uploader wrote. Where it separates
 * cells by semicolons (most of Europe) or tabs, what follows one begins a cell too.
 */
const cellStart = /(^|[;\t\r\n])(\s*)([=+\-@＝＋－＠])?/g;
const edge = /^[\t\r]/;

function cell(value: string | number | null): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  // Blanks are taken with what follows them, so that none is looked at twice: a caption of newlines would cost their square.
  const harmless = value.replace(cellStart, (whole, before: string, blanks: string, sign: string | undefined) =>
    sign === undefined ? whole : `${before}'${blanks}${sign}`,
  );
  const text = edge.test(harmless) ? `'${harmless}` : harmless;
  return /[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** One line of CSV (RFC 4180), in which no cell is a formula (OWASP, CSV injection): such text gets an apostrophe in front. */
export function csvLine(values: readonly (string | number | null)[]): string {
  return `${values.map(cell).join(',')}\r\n`;
}
