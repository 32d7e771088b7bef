/** Longer answers are not kept: one would weigh more than the rest of its item. */
const rawMaxLength = 30_000;

/** Without what no database keeps in JSON: U+0000 and halves of characters. */
export const storableText = (text: string): string => text.replaceAll('\0', '').toWellFormed();

/** An answer as it can be kept; null when it is no JSON or too long. */
export function storableJson(value: unknown): unknown {
  const text = JSON.stringify(value) ?? 'null';
  return text.length > rawMaxLength ? null : clean(JSON.parse(text));
}

function clean(value: unknown): unknown {
  if (typeof value === 'string') return storableText(value);
  if (Array.isArray(value)) return value.map(clean);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [storableText(name), clean(part)]));
}
