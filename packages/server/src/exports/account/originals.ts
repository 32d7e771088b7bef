import { Readable } from 'node:stream';
import type { MakerContext } from '../export-maker.ts';
import { jsonLines, type ZipEntry } from '../zip.ts';
import { filePages, filePath, type Whose } from './media-pages.ts';
import { openOriginal } from './open-original.ts';
import { lostFiles } from './readme.ts';

async function* inOnePage(lines: unknown[]): AsyncGenerator<unknown[]> {
  yield lines;
}

/** The originals. One that was deleted or withheld meanwhile is left out; those that the storage lost are listed behind them. */
export async function* originals(context: MakerContext, whose: Whose, onItem: () => void): AsyncGenerator<ZipEntry> {
  const lost: { media_id: string; file: string }[] = [];
  for await (const page of filePages(context, whose)) {
    for (const item of page) {
      const bytes = await openOriginal(context, item.id);
      try {
        if (bytes === 'lost') lost.push({ media_id: item.id, file: filePath(item) });
        else if (bytes) yield { name: filePath(item), at: item.createdAt, bytes };
      } finally {
        if (bytes instanceof Readable) bytes.destroy();
      }
      onItem();
    }
  }
  if (lost.length > 0) yield { name: lostFiles, at: whose.createdAt, bytes: jsonLines(inOnePage(lost)) };
}
