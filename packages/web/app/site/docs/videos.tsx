import { limits } from '@clearframe/contract';
import { publicOrigin } from '../../shared/page/public-origin.ts';
import styles from './docs.module.css';
import { DocsSection, Parameters } from './docs-parts.tsx';
import { Example } from './example.tsx';
import { docsAnswers, docsExamples } from './examples.ts';

const fields = [
  { name: 'progress', kind: 'item', text: 'How many seconds are done while it is analysed, else null' },
  { name: 'duration_ms', kind: 'item', text: 'Its length, known from the upload on' },
  { name: 'flagged_seconds', kind: 'ai_analysis', text: 'The seconds that are flagged; the first second is 0' },
  { name: 'seconds', kind: 'frames', text: 'Scores of each second, and same_as where it looks like an earlier one' },
  { name: 'thumbnails', kind: 'frames', text: 'Addresses of pictures of flagged seconds' },
];

export function Videos() {
  const { video, frames } = docsExamples(publicOrigin());
  return (
    <DocsSection
      id="videos"
      title="Videos"
      beside={
        <>
          <Example label="video.sh" text={video} />
          <Example label="frames.sh" text={frames} />
          <Example label="Seconds of a video (extract)" text={docsAnswers.frames} />
        </>
      }
    >
      <p>
        A video costs one frame for each second that has begun. They are held when it is uploaded and charged once, when its
        analysis succeeds. If fewer are left it is refused with 403, which names both numbers; a file that cannot be read is
        refused with 400. Neither costs anything.
      </p>
      <p>
        It is always answered with 202 and <code>moderation: null</code>. The verdict comes by webhook, or from{' '}
        <code>GET /api/v1/media/ID</code>: flagged when any second is. What each second scored stands at{' '}
        <code>GET /api/v1/media/ID/frames</code>, up to {limits.videoSecondsPageMax.toLocaleString('en')} seconds at a time; go on
        with <code>next_from</code> as <code>from</code>.
      </p>
      <Parameters list={fields} />
      <p className={styles.after}>
        MP4, MOV, AVI and WebM with H.264, HEVC, VP8, VP9, AV1 or MPEG-4, up to {limits.videoMaxMs / 3_600_000} hours. One picture
        of each second is analysed: what is shown for less can be missed, and sound is not listened to. An MP4 or MOV is kept and
        served without place and names, AVI and WebM as they were sent.
      </p>
    </DocsSection>
  );
}
