import type { MediaUpload } from '@clearframe/contract';
import { memo, type ReactNode, Suspense } from 'react';
import { part } from '../../../shared/ui/part.tsx';
import styles from '../shown/media-detail.module.css';
import { VerdictCard } from '../shown/verdict-card.tsx';
import { ItemCard } from './item-card.tsx';
import { LateCards } from './late-cards.tsx';
import { mayBeExplained } from './statement-state.ts';
import { UploaderCard } from './uploader-card.tsx';

/** Few items were explained to anybody. */
const StatementCard = part(async () => (await import('./statement-card.tsx')).StatementCard);

type PanelRestProps = {
  media: MediaUpload;
  /** Where to go once it is deleted; null = who looks may not delete. */
  after: string | null;
};

type DetailPanelProps = PanelRestProps & {
  /** In the place of the plain verdict. */
  verdict?: ReactNode;
};

/** The right column of the detail page: decision, uploader, notices, webhooks, and what else can be done. */
export function DetailPanel({ media, verdict = <VerdictCard media={media} />, after }: DetailPanelProps) {
  return (
    <aside className={styles.panel} aria-label="Verdict">
      {verdict}
      <PanelRest key={media.id} media={media} after={after} />
    </aside>
  );
}

/** Drawn only where one of these changes: the frame of the next picture does not wait for it. */
const PanelRest = memo(({ media, after }: PanelRestProps) => (
  <>
    <UploaderCard author={media.author} />
    <LateCards media={media} />
    {after === null ? null : <ItemCard media={media} after={after} />}
    {mayBeExplained(media) ? (
      <Suspense>
        <StatementCard media={media} />
      </Suspense>
    ) : null}
  </>
));
