import type { MediaUpload } from '@clearframe/contract';
import { Trash2 } from 'lucide-react';
import { Suspense, useState } from 'react';
import { Button } from '../../../shared/ui/button.tsx';
import { Icon } from '../../../shared/ui/icon.tsx';
import { opened } from '../../../shared/ui/part.tsx';
import { signs } from '../../../shared/ui/signs.ts';
import reviewStyles from '../decide/review.module.css';

/** Both are asked for by few. */
const ReanalyseDialog = opened(async () => (await import('./item-dialogs.tsx')).ReanalyseDialog);
const DeleteDialog = opened(async () => (await import('./item-dialogs.tsx')).DeleteDialog);

/** Whether a dialog is open, and whether its code was asked for. */
function useAsked() {
  const [asks, setAsks] = useState(false);
  const [wasAsked, setWasAsked] = useState(false);
  const ask = () => {
    setWasAsked(true);
    setAsks(true);
  };
  return { asks, wasAsked, ask, onClose: () => setAsks(false) };
}

type ItemCardProps = {
  media: MediaUpload;
  /** Where to go once it is deleted. */
  after: string;
};

/** Whether the analysis failed, so that trying again is the first thing to do: the decision card offers it then. */
export const isNotAnalysed = (media: MediaUpload): boolean =>
  media.moderationFlagged === null && media.moderationError !== null && !media.processing;

/** The way to another analysis. */
export function ReanalyseButton({ media }: { media: MediaUpload }) {
  const { asks, wasAsked, ask, onClose } = useAsked();
  return (
    <>
      <Button onClick={ask} busy={media.processing}>
        <Icon of={signs.again} />
        {media.processing ? 'Analysing' : 'Analyse again'}
      </Button>
      {wasAsked ? (
        <Suspense>
          <ReanalyseDialog media={media} open={asks} onClose={onClose} />
        </Suspense>
      ) : null}
    </>
  );
}

/** What else can be done with an item: analysing it again, deleting it. */
export function ItemCard({ media, after }: ItemCardProps) {
  const { asks, wasAsked, ask, onClose } = useAsked();
  return (
    <section className="card">
      <div className="card-header">
        <h2>Item</h2>
      </div>
      <div className={`card-body ${reviewStyles.itemActions}`} data-slot="review-item-actions">
        {isNotAnalysed(media) ? null : <ReanalyseButton media={media} />}
        <Button kind="fail" onClick={ask}>
          <Icon of={Trash2} />
          Delete
        </Button>
      </div>
      {wasAsked ? (
        <Suspense>
          <DeleteDialog media={media} open={asks} onClose={onClose} after={after} />
        </Suspense>
      ) : null}
    </section>
  );
}
