import { AppError, type FieldError, limits } from '@clearframe/contract';
import { type KnownLine, readKnownLine } from './known-line.ts';

/** Wrong lines that are named; a file of another kind has thousands. */
const NAMED_MAX = 20;
/** The longest line that can be right: hash, quality, and a note all of whose characters are quotes. */
const LINE_MAX = 80 + 2 * limits.noteMaxLength;

/** Lines as they arrive, without their ends. @throws AppError body_too_large */
async function* linesOf(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = '';
  let sizeBytes = 0;
  for await (const chunk of bytes) {
    sizeBytes += chunk.length;
    if (sizeBytes > limits.knownImportMaxBytes)
      throw new AppError('body_too_large', { message: 'The file is larger than 32 MB' });
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    // No line can be so long and right: its beginning is enough to say so.
    rest = (lines.pop() ?? '').slice(0, LINE_MAX + 1);
    yield* lines;
  }
  yield rest + decoder.decode();
}

/**
 * Reads a list of hashes while it arrives, a line at a time.
 * @throws AppError validation_failed with the numbers of the lines that are wrong, body_too_large
 */
export async function readKnownFile(bytes: AsyncIterable<Uint8Array>): Promise<KnownLine[]> {
  const found: KnownLine[] = [];
  const errors: FieldError[] = [];
  let wrong = 0;
  let number = 0;
  for await (const line of linesOf(bytes)) {
    number += 1;
    const read = readKnownLine(line.replace(/\r$/, ''), number);
    if (typeof read === 'string') {
      wrong += 1;
      if (errors.length < NAMED_MAX) errors.push({ path: `line ${number}`, message: read });
    } else if (read) found.push(read);
    if (found.length > limits.knownImportLinesMax)
      throw invalid(`A list has at most ${limits.knownImportLinesMax.toLocaleString('en')} hashes`, []);
  }
  if (wrong > 0)
    throw invalid(`${wrong} ${wrong === 1 ? 'line' : 'lines'} of the file could not be read. Nothing was imported.`, errors);
  if (found.length === 0) throw invalid('The file holds no hash', []);
  return found;
}

const invalid = (message: string, errors: FieldError[]) => new AppError('validation_failed', { message, errors });
