import type { TextLine } from '@clearframe/contract';
import type { Classifier, ClassProbabilities } from '../classifier/classifier.ts';
import type { TextReader } from '../text/text-reader.ts';
import type { SeenSecond } from './video-types.ts';

type Models = { classifier: Pick<Classifier, 'classify'>; reader: Pick<TextReader, 'mayHaveText' | 'read'>; version: string };

/**
 * The models of a video, second by second. What an earlier look at a second brought is said again instead of asking them; only a second
 * of which they were asked something new is worth remembering.
 */
export function rememberModels({ classifier, reader, version }: Models) {
  let known: SeenSecond | undefined;
  let classes: ClassProbabilities | undefined;
  let lines: TextLine[] | null | undefined;
  let isNew = false;
  return {
    /** Another second begins. */
    begin(before: SeenSecond | undefined): void {
      known = before?.version === version ? before : undefined;
      classes = known?.classes;
      lines = known?.lines;
      isNew = false;
    },
    async classify(small: Uint8Array): Promise<ClassProbabilities> {
      if (classes) return classes;
      isNew = true;
      classes = await classifier.classify(small);
      return classes;
    },
    async mayHaveText(pixels: Parameters<TextReader['mayHaveText']>[0]): Promise<boolean> {
      if (lines !== undefined) return lines !== null;
      isNew = true;
      const may = await reader.mayHaveText(pixels);
      if (!may) lines = null;
      return may;
    },
    async read(pixels: Parameters<TextReader['read']>[0]): Promise<TextLine[]> {
      lines ??= await reader.read(pixels);
      return lines;
    },
    /** What the models said of this second; null = they were asked nothing new. */
    seen: (): SeenSecond | null => (isNew && classes ? { version, classes, ...(lines === undefined ? {} : { lines }) } : null),
  };
}
