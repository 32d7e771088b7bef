import type { MediaUpload, TextLine } from '@clearframe/contract';

type PlacedLine = TextLine & { corners: NonNullable<TextLine['corners']> };

/** The lines read in what is shown; none in results from before text was read. */
export function placedLines(media: MediaUpload): PlacedLine[] {
  const lines = media.moderation?.ai_analysis.text_lines ?? [];
  return lines.flatMap((line) => (line.corners ? [{ ...line, corners: line.corners }] : []));
}
