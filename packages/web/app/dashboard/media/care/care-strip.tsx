import { useQuery } from '@tanstack/react-query';
import { Eye } from 'lucide-react';
import { Suspense, useMemo, useState } from 'react';
import { Button } from '../../../shared/ui/button.tsx';
import { Icon } from '../../../shared/ui/icon.tsx';
import { Nothing, opened, part } from '../../../shared/ui/part.tsx';
import { useReadAgain } from '../../shell/api/use-read-again.ts';
import { ownExposureQuery } from '../../shell/care/exposure-queries.ts';
import { Meter } from '../../ui/meter.tsx';
import { useReview } from '../decide/review-context.ts';
import { breakWords, minutesToBreak } from './break-in.ts';
import styles from './care.module.css';
import { exposureWords, nearestLimit } from './exposure-words.ts';
import { paceOf, sessionWords } from './pace.ts';

/** Where the account has no limit, no break is to come. */
const BreakReminder = part(async () => (await import('./break-reminder.tsx')).BreakReminder, Nothing);
/** Changed seldom. */
const CareDialog = opened(async () => (await import('./care-dialog.tsx')).CareDialog);

/**
 * The person's own figures, read again with each item, and how they want to see flagged media.
 * @param id of the item that is open
 * @param isAbove it stands above what must not move: each figure has its place before it is known
 */
export function CareStrip({ id = '', isAbove = false }: { id?: string; isAbove?: boolean }) {
  const { data } = useQuery(ownExposureQuery);
  useReadAgain(id, ownExposureQuery.queryKey);
  const { decidedCount, decidedAt, revealedAt } = useReview();
  const session = sessionWords(decidedCount, paceOf(decidedAt));
  // A reveal and an answer of the server are when it changes.
  const minutes = useMemo(() => (data ? minutesToBreak(data, paceOf(revealedAt), Date.now()) : null), [data, revealedAt]);
  const nearest = data ? nearestLimit(data) : null;
  const [open, setOpen] = useState(false);
  const [wasOpened, setWasOpened] = useState(false);
  const onOpen = () => {
    setWasOpened(true);
    setOpen(true);
  };
  return (
    <div className={`${styles.strip}${isAbove ? ` ${styles.above}` : ''}`} data-slot="care-strip">
      {session ? <p className="figures fine">{session}</p> : null}
      <div className={styles.own}>
        <p className="dim fine">{data ? exposureWords(data) : null}</p>
        {nearest ? <Meter label={nearest.label} value={nearest.count} max={nearest.limit} /> : null}
      </div>
      {minutes === null ? null : <p className={`${styles.soon} figures fine`}>{breakWords(minutes)}</p>}
      <Button kind="ghost" size="small" onClick={onOpen}>
        <Icon of={Eye} />
        Your view
      </Button>
      {data && nearest ? (
        <Suspense>
          <BreakReminder exposure={data} minutes={minutes} />
        </Suspense>
      ) : null}
      {wasOpened ? (
        <Suspense>
          <CareDialog open={open} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </div>
  );
}
