import type { MediaUpload } from '@clearframe/contract';
import type { ReactNode } from 'react';
import { formatBytes } from '../format/format.ts';
import styles from '../ui/facts.module.css';
import { Time } from '../ui/time.tsx';
import { clockOf } from './clock-of.ts';
import { kindWord } from './kind-word.ts';

/** "JPEG · 2.8 MB · 2048 × 1536". */
export function fileLine(media: MediaUpload): string {
  const sides = media.width && media.height ? [`${media.width} × ${media.height}`] : [];
  return [kindWord(media.mimeType), formatBytes(media.fileSize), ...sides].join(' · ');
}

/** "0:42 · h264 · 30 frames a second"; empty for a picture. */
function videoLine({ duration_ms, video }: MediaUpload): string {
  if (duration_ms === null) return '';
  const rate = video?.frame_rate ? [`${Math.round(video.frame_rate)} frames a second`] : [];
  return [clockOf(duration_ms / 1_000), ...(video ? [video.codec] : []), ...rate].join(' · ');
}

/** The facts of a file as pairs, those that it lacks left out. Metadata is shown as the JSON that was sent. */
function fileFacts(media: MediaUpload): { term: string; value: ReactNode; code?: boolean }[] {
  const { metadata } = media;
  const facts = [
    { term: 'Name', value: media.originalFilename },
    { term: 'Type', value: fileLine(media) },
    { term: 'Video', value: videoLine(media) },
    { term: 'Uploaded', value: <Time at={media.createdAt} as="dateTime" /> },
    { term: 'Source', value: { api: 'API', dashboard: 'Dashboard', s3: 'Bucket' }[media.source] },
    { term: 'Address', value: media.originalUrl ?? '' },
    { term: 'Caption', value: media.caption ?? '' },
    { term: 'Description', value: media.description ?? '' },
    { term: 'Tags', value: media.tags.join(', ') },
    { term: 'Metadata', value: metadata === null || metadata === undefined ? '' : JSON.stringify(metadata), code: true },
    { term: 'Id', value: media.id, code: true },
  ];
  return facts.filter((fact) => fact.value !== '');
}

/** The same as a list on the page. */
export function FileFacts({ media }: { media: MediaUpload }) {
  return (
    <dl className={styles.facts} data-slot="facts">
      {fileFacts(media).map(({ term, value, code }) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd className={code ? 'mono fine' : undefined}>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
