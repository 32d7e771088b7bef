import type { MediaUpload } from '@clearframe/contract';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { fileLine } from '../../shared/media/file-facts.tsx';
import { MediaShot } from '../../shared/media/media-shot.tsx';
import { RevealsContext } from '../../shared/media/reveals-context.ts';
import { Button, LinkButton } from '../../shared/ui/button.tsx';
import factsStyles from '../../shared/ui/facts.module.css';
import styles from '../../shared/verdict/upload-result.module.css';
import { titleOf } from '../../shared/verdict/verdict.ts';
import { type Charge, VerdictHead } from '../../shared/verdict/verdict-head.tsx';
import { VerdictReasons } from '../../shared/verdict/verdict-reasons.tsx';
import { useReveals } from '../shell/care/use-reveals.ts';

type ResultHeadProps = { media: MediaUpload; charge: Charge; onAnother: () => void };

/** The verdict of an upload in the dashboard, with the two ways on. */
export function ResultHead({ media, charge, onAnother }: ResultHeadProps) {
  return (
    <VerdictHead media={media} charge={charge}>
      <Button onClick={onAnother}>Upload Another</Button>
      <LinkButton kind="primary" to="/dashboard/media">
        View All Content
      </LinkButton>
    </VerdictHead>
  );
}

/** Whoever uploads something has seen it: nothing softens it. */
const asItIs = { isGrey: false, isSmall: false, isMuted: false };

type UploadResultProps = { media: MediaUpload; charge: Charge; onAnother: () => void };

/** The result of an upload: verdict, picture, and every reason for it. */
export function UploadResult({ media, charge, onAnother }: UploadResultProps) {
  const panel = useRef<HTMLElement>(null);
  const { reveals } = useReveals(asItIs);
  // The pressed button is gone: without this the focus would be lost, and a phone would show the middle of the result.
  useEffect(() => {
    panel.current?.focus({ preventScroll: true });
    window.scrollTo(0, 0);
  }, []);
  return (
    <section className={`card ${styles.result}`} ref={panel} tabIndex={-1} aria-label="Result">
      <ResultHead media={media} charge={charge} onAnother={onAnother} />
      <div className={styles.body}>
        <div className={styles.left}>
          <RevealsContext value={reveals}>
            <MediaShot media={media} size="display" />
          </RevealsContext>
          <dl className={factsStyles.facts} data-slot="facts">
            <dt>File</dt>
            <dd className="truncate">{media.originalFilename}</dd>
            <dt>Type</dt>
            <dd>{fileLine(media)}</dd>
            {media.tags.length > 0 ? (
              <>
                <dt>Tags</dt>
                <dd>{media.tags.join(', ')}</dd>
              </>
            ) : null}
          </dl>
          <Link className="link" to={`/dashboard/media/${media.id}`}>
            Open {titleOf(media)}
          </Link>
        </div>
        <VerdictReasons media={media} />
      </div>
    </section>
  );
}
