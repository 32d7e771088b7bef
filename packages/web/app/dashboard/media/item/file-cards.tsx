import type { MediaUpload } from '@clearframe/contract';
import { Download } from 'lucide-react';
import { Suspense } from 'react';
import { FileFacts } from '../../../shared/media/file-facts.tsx';
import { buttonLook } from '../../../shared/ui/button.tsx';
import { Icon } from '../../../shared/ui/icon.tsx';
import { part } from '../../../shared/ui/part.tsx';
import styles from './file-cards.module.css';

/** The last card of the column, with its place beside the file, so nothing moves when it arrives. */
const CredentialsCard = part(async () => (await import('../credentials/credentials-card.tsx')).CredentialsCard);

/** What the file is, and where it says that it comes from. */
export function FileCards({ media }: { media: MediaUpload }) {
  // Of the sample nobody is told what a machine, or the file itself, says of it.
  const credentials = media.moderation ? media.analysis_metadata?.content_credentials : undefined;
  return (
    <div className={styles.files} data-slot="file-cards">
      <section className="card">
        <div className="card-header">
          <h2>File</h2>
          {media.signedUrl === null ? (
            <span className="dim fine">
              {media.withheld ? 'Withheld' : media.withheld_for ? 'After your break' : 'Available after the analysis'}
            </span>
          ) : (
            <a {...buttonLook({ kind: 'ghost', size: 'small' })} href={media.signedUrl} download={media.originalFilename}>
              <Icon of={Download} />
              Original
            </a>
          )}
        </div>
        <div className="card-body">
          <FileFacts media={media} />
        </div>
      </section>
      {credentials ? (
        <Suspense fallback={<div />}>
          <CredentialsCard credentials={credentials} />
        </Suspense>
      ) : null}
    </div>
  );
}
