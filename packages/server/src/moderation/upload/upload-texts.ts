import { isUtf8 } from 'node:buffer';
import { AppError, AuthorInput, type FieldError, limits, splitTags, UploadFields } from '@clearframe/contract';
import type { UploaderTexts } from '../judge/check-keywords.ts';

/** Text fields of an upload, checked; blank ones are null. */
export type UploadTexts = UploaderTexts & {
  metadata: unknown /** Absent where the upload names nobody. */;
  author?: AuthorInput;
};

/** PostgreSQL stores no U+0000 and no half of a surrogate pair. */
const isStorable = (text: string) => !text.includes('\0') && text.isWellFormed();

function isAcceptable(value: unknown, depth = 1): boolean {
  if (typeof value === 'string') return isStorable(value);
  // 1e400 is read as Infinity, which JSON writes as null: what comes back would not be what was sent.
  if (typeof value === 'number') return Number.isFinite(value);
  if (value === null || typeof value !== 'object') return true;
  if (depth > limits.metadataMaxDepth) return false;
  return Object.entries(value).every(([name, inner]) => isStorable(name) && isAcceptable(inner, depth + 1));
}

/** @throws AppError metadata_invalid: no JSON, too long, nested too deep, or text or numbers that cannot be stored */
function readMetadata(text: string | undefined): unknown {
  if (text === undefined || text.trim() === '') return null;
  if (Buffer.byteLength(text) > limits.metadataMaxBytes)
    throw new AppError('metadata_invalid', { message: `The field metadata has at most ${limits.metadataMaxBytes} bytes` });
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new AppError('metadata_invalid', { cause });
  }
  if (!isAcceptable(value))
    throw new AppError('metadata_invalid', {
      message:
        `The field metadata is nested deeper than ${limits.metadataMaxDepth} levels ` +
        `or holds characters or numbers that cannot be stored`,
    });
  return value;
}

function problemsOf(fields: Record<string, string>, tags: readonly string[]): FieldError[] {
  const problems: FieldError[] = [];
  for (const [path, text] of Object.entries(fields))
    if (!isStorable(text)) problems.push({ path, message: `The field ${path} holds characters that cannot be stored` });
  if (tags.length > limits.tagsMax) problems.push({ path: 'tags', message: `There can be at most ${limits.tagsMax} tags` });
  if (tags.some((tag) => tag.length > limits.tagMaxLength))
    problems.push({ path: 'tags', message: `A tag has at most ${limits.tagMaxLength} characters` });
  return problems;
}

function refuse(errors: FieldError[]): never {
  const [first] = errors;
  throw new AppError('validation_failed', { errors, ...(first ? { message: first.message } : {}) });
}

const unreadable = { path: 'author', message: 'The field author must be a JSON object with an id' };

/** @throws AppError validation_failed naming the field, such as `author.id` */
function readAuthor(text: string): AuthorInput {
  if (text.length > limits.authorMaxLength) refuse([{ path: 'author', message: 'The field author is too long' }]);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return refuse([unreadable]);
  }
  return acceptAuthor(value);
}

/** @throws AppError validation_failed naming the field, such as `author.id` */
function acceptAuthor(value: unknown): AuthorInput {
  const parsed = AuthorInput.safeParse(value);
  if (parsed.success) return parsed.data;
  return refuse(
    parsed.error.issues.map(({ path, message }) =>
      path.length === 0 ? unreadable : { path: ['author', ...path].join('.'), message },
    ),
  );
}

/**
 * The author of what comes without a form: a header with their id alone, in UTF-8. Blank or absent = nobody.
 * @param sent as Node has them, a character for each byte
 * @throws AppError validation_failed naming `author.id`
 */
export function readAuthorId(sent: readonly string[] = []): AuthorInput | null {
  const [bytes = '', ...others] = sent;
  if (others.length > 0) refuse([{ path: 'author.id', message: 'Name one author' }]);
  if (bytes.trim() === '') return null;
  const raw = Buffer.from(bytes, 'latin1');
  if (!isUtf8(raw)) refuse([{ path: 'author.id', message: 'The id of the author must be UTF-8' }]);
  return acceptAuthor({ id: raw.toString('utf8') });
}

const orNull = (text: string | undefined) => text || null;

/**
 * The text fields of a form; unknown ones are left out.
 * @throws AppError validation_failed naming the fields, metadata_invalid
 */
export function readUploadTexts(fields: Record<string, string>): UploadTexts {
  const { title, description, caption, tags, metadata, author = '' } = fields;
  const given = Object.entries({ title, description, caption, tags }).filter(
    (field): field is [string, string] => field[1] !== undefined,
  );
  const parsed = UploadFields.safeParse(Object.fromEntries(given));
  if (!parsed.success) {
    return refuse(
      parsed.error.issues.map((issue) => ({ path: issue.path.join('.'), message: `${issue.path.join('.')}: ${issue.message}` })),
    );
  }
  const list = splitTags(parsed.data.tags);
  const problems = problemsOf(Object.fromEntries(given), list);
  if (problems.length > 0) refuse(problems);
  return {
    title: orNull(parsed.data.title),
    description: orNull(parsed.data.description),
    caption: orNull(parsed.data.caption),
    tags: list,
    metadata: readMetadata(metadata),
    ...(author.trim() === '' ? {} : { author: readAuthor(author) }),
  };
}
