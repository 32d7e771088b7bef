import { AppError, type FieldError, limits } from '@clearframe/contract';
import { ThreadOverdue, type Threads } from '../threads/threads.ts';
import type { KnownLine } from './known-line.ts';
import { linePieces } from './line-pieces.ts';
import { readKnownLinesTask } from './read-known-lines.ts';

/** Wrong lines that are named before the rest of the file is left unread; one of another kind has thousands. */
const NAMED_MAX = 20;
/** Lines of a file, those without a hash included. */
const LINES_MAX = 2 * limits.knownImportLinesMax;
/** Time for one piece, waiting for a thread included; reading one takes some ten milliseconds. */
const PIECE_MS = 10_000;

/** Where lines are read, and for whom. */
type Reader = { threads: Pick<Threads, 'run'>; accountId: string };

/**
 * Reads a list of hashes while it arrives, a piece at a time, in a thread.
 * @throws AppError validation_failed with the numbers of the lines that are wrong, body_too_large, busy
 */
export async function readKnownFile({ threads, accountId }: Reader, bytes: AsyncIterable<Uint8Array>): Promise<KnownLine[]> {
  const found: KnownLine[] = [];
  const faults: FieldError[] = [];
  let lines = 0;
  for await (const piece of linePieces(bytes)) {
    const input = { bytes: piece, first: lines + 1, linesMax: LINES_MAX - lines, faultsMax: NAMED_MAX - faults.length };
    const read = await threads.run(readKnownLinesTask, input, { key: accountId, budgetMs: PIECE_MS }).catch(busy);
    for (const line of read.found) found.push(line);
    faults.push(...read.faults);
    lines += read.lines;
    if (faults.length >= NAMED_MAX) throw wrongLines(faults);
    if (found.length > limits.knownImportLinesMax)
      throw invalid(`A list has at most ${limits.knownImportLinesMax.toLocaleString('en')} hashes`, []);
    if (lines >= LINES_MAX) throw invalid(`A list has fewer than ${LINES_MAX.toLocaleString('en')} lines`, []);
    if (!read.isWhole) throw new AppError('busy', { detail: 'reading a list of known pictures took too long' });
  }
  if (faults.length > 0) throw wrongLines(faults);
  if (found.length === 0) throw invalid('The file holds no hash', []);
  return found;
}

function busy(error: unknown): never {
  throw error instanceof ThreadOverdue ? new AppError('busy', { detail: error.message }) : error;
}

function wrongLines(faults: FieldError[]): AppError {
  const count = `${faults.length >= NAMED_MAX ? 'At least ' : ''}${faults.length} ${faults.length === 1 ? 'line' : 'lines'}`;
  return invalid(`${count} of the file could not be read. Nothing was imported.`, faults);
}

const invalid = (message: string, errors: FieldError[]) => new AppError('validation_failed', { message, errors });
