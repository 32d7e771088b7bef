import type { TextLine, WritingCoverage } from '@clearframe/contract';
import type { Pixels } from '../decode/pixels.ts';
import type { TextReader } from './text-reader.ts';

/** Longest text kept of one file, in characters. */
const TEXT_MAX = 5_000;
/** Most lines kept of one file. */
const LINES_MAX = 240;

/** What was read in a file: its lines, and all of them as one text. */
export type FileText = { text: string; lines: TextLine[]; coverage: WritingCoverage };

/** Most frames of an animation and of a video whose writing is read; a quick look is taken at each until then. */
export const framesRead = { animation: 3, video: 12 } as const;

export type TextCollector = {
  /** Reads a frame if it may have writing. `isShown`: people see this frame, so its lines have a place in it. */
  look(pixels: Pixels, isShown?: boolean): Promise<void>;
  found(): FileText;
};

/** The writing in the frames of a file. Of a frame that is not shown only those lines are added that no other has. null = nobody looks. */
export function collectText(
  reader: Pick<TextReader, 'mayHaveText' | 'read'> | null,
  framesMax: number = framesRead.video,
): TextCollector {
  const lines: TextLine[] = [];
  let read = 0;
  return {
    async look(pixels, isShown = false) {
      if (!reader || read === framesMax || lines.length >= LINES_MAX || !(await reader.mayHaveText(pixels))) return;
      read += 1;
      const isNew = (line: TextLine) => isShown || !lines.some(({ text }) => text === line.text);
      for (const line of await reader.read(pixels)) if (isNew(line)) lines.push(isShown ? line : { ...line, corners: null });
    },
    found() {
      const kept = lines.slice(0, LINES_MAX);
      const text = kept.map((line) => line.text).join('\n');
      return { text: text.slice(0, TEXT_MAX), lines: kept, coverage: reader ? 'read' : 'not_read' };
    },
  };
}
