import { useQuery } from '@tanstack/react-query';
import { Eye } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { Button } from '../../../shared/ui/button.tsx';
import { Icon } from '../../../shared/ui/icon.tsx';
import { ownExposureQuery } from '../../shell/care/exposure-queries.ts';
import { useReview } from '../decide/review-context.ts';
import styles from './care.module.css';
import { exposureWords } from './exposure-words.ts';
import { paceOf, sessionWords } from './pace.ts';

/** Changed seldom. */
const CareDialog = lazy(async () => ({ default: (await import('./care-dialog.tsx')).CareDialog }));

/** The person's own figures, and how they want to see flagged media. */
export function CareStrip() {
  const { data } = useQuery(ownExposureQuery);
  const { decidedCount, decidedAt } = useReview();
  const session = sessionWords(decidedCount, paceOf(decidedAt));
  const [open, setOpen] = useState(false);
  const [wasOpened, setWasOpened] = useState(false);
  const onOpen = () => {
    setWasOpened(true);
    setOpen(true);
  };
  return (
    <div className={styles.strip} data-slot="care-strip">
      {session ? <p className="figures fine">{session}</p> : null}
      <p className="grow dim fine">{data ? exposureWords(data) : null}</p>
      <Button kind="ghost" size="small" onClick={onOpen}>
        <Icon of={Eye} />
        Your view
      </Button>
      {wasOpened ? (
        <Suspense>
          <CareDialog open={open} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </div>
  );
}
