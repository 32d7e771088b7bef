import type { MediaUpload, TextLine } from '@clearframe/contract';
import styles from './text-places.module.css';

export type PlacedLine = TextLine & { corners: NonNullable<TextLine['corners']> };

/** The lines read in what is shown; none in results from before text was read. */
export function placedLines(media: MediaUpload): PlacedLine[] {
  const lines = media.moderation?.ai_analysis.text_lines ?? [];
  return lines.flatMap((line) => (line.corners ? [{ ...line, corners: line.corners }] : []));
}

/** Outlines around the lines that were read, over the print. The words themselves stand in "What the model saw". */
export function TextPlaces({ media, hits }: { media: MediaUpload; hits: ReadonlySet<string> }) {
  const { width, height } = media;
  if (!width || !height) return null;
  return (
    <svg className={styles.textPlaces} data-slot="text-places" viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
      {placedLines(media).map((line) => {
        const points = line.corners.map(({ x, y }) => `${x * width},${y * height}`).join(' ');
        return (
          <g
            key={points}
            className={hits.has(line.text) ? styles.hit : undefined}
            data-slot={hits.has(line.text) ? 'text-places-hit' : undefined}
          >
            <polygon className={styles.under} points={points} />
            <polygon className={styles.over} points={points} />
          </g>
        );
      })}
    </svg>
  );
}
