import type { FieldError } from '@clearframe/contract';
import type { Task } from '../threads/threads.ts';
import { type KnownLine, readKnownLine } from './known-line.ts';

/** A piece of a file, of whole lines. `first` is the number of its first line. */
type Input = { bytes: Uint8Array; first: number; linesMax: number; faultsMax: number };
/** `lines`: how many were looked at; fewer than there are when one of the bounds was reached or time ran out. */
export type ReadLines = { found: KnownLine[]; faults: FieldError[]; lines: number; isWhole: boolean };

/** How many lines are read between two looks at the clock. */
const STEPS = 512;

function readLines({ bytes, first, linesMax, faultsMax }: Input, isOver: () => boolean): ReadLines {
  const text = new TextDecoder().decode(bytes);
  const found: KnownLine[] = [];
  const faults: FieldError[] = [];
  let lines = 0;
  let start = 0;
  while (start < text.length) {
    if (lines >= linesMax || faults.length >= faultsMax || (lines % STEPS === 0 && isOver()))
      return { found, faults, lines, isWhole: false };
    const end = text.indexOf('\n', start);
    const line = text.slice(start, end === -1 ? text.length : end);
    const number = first + lines;
    const read = readKnownLine(line.replace(/\r$/, ''), number);
    if (typeof read === 'string') faults.push({ path: `line ${number}`, message: read });
    else if (read) found.push(read);
    lines += 1;
    start = end === -1 ? text.length : end + 1;
  }
  return { found, faults, lines, isWhole: true };
}

/** Reads a piece of a list of hashes. */
export const readKnownLinesTask: Task<Input, ReadLines> = { name: 'read known lines', run: readLines };
