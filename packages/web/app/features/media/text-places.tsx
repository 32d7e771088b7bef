import { keywordFinder, type MediaUpload, partially, type TextLine } from '@clearframe/contract';
import './text-places.css';

export type PlacedLine = TextLine & { corners: NonNullable<TextLine['corners']> };

/** The lines read in what is shown; none in results from before text was read. */
export function placedLines(media: MediaUpload): PlacedLine[] {
  const lines = media.moderation?.ai_analysis.text_lines ?? [];
  return lines.flatMap((line) => (line.corners ? [{ ...line, corners: line.corners }] : []));
}

/** Whether a forbidden keyword stands in the line by itself. */
export function isHit(line: TextLine, media: MediaUpload): boolean {
  const rules = partially(media.moderation?.keyword_check.foundForbidden ?? []);
  // Found in the item, so what could only be read as one of them is one.
  return keywordFinder(rules, true)(line.text).length > 0;
}

/** Outlines around the lines that were read, over the print. The words themselves stand in "What the model saw". */
export function TextPlaces({ media }: { media: MediaUpload }) {
  const { width, height } = media;
  if (!width || !height) return null;
  return (
    <svg className="text-places" viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
      {placedLines(media).map((line) => {
        const points = line.corners.map(({ x, y }) => `${x * width},${y * height}`).join(' ');
        return (
          <g key={points} className={isHit(line, media) ? 'is-hit' : undefined}>
            <polygon className="under" points={points} />
            <polygon className="over" points={points} />
          </g>
        );
      })}
    </svg>
  );
}
