import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Coffee } from 'lucide-react';
import { useEffect } from 'react';
import { keys } from '../../../shared/api/keys.ts';
import { LinkButton } from '../../../shared/ui/button.tsx';
import { Icon } from '../../../shared/ui/icon.tsx';
import { Time } from '../../../shared/ui/time.tsx';
import { useToast } from '../../../shared/ui/toast.tsx';
import { ownExposureQuery } from '../../shell/care/exposure-queries.ts';
import { listAddress } from '../address.ts';
import styles from './care.module.css';
import { exposureWords } from './exposure-words.ts';

/** How soon the server is asked again when its break goes on: the clock of this machine may be ahead. */
const AGAIN_MS = 30_000;

/** Above the page while the person rests. The server keeps the break, whatever window or browser they open. */
export function BreakCard() {
  const { data } = useQuery(ownExposureQuery);
  const until = data?.break_until ?? null;
  useBreakEnd(until);
  return (
    <div role="status">
      {data && until !== null ? (
        <section className={`card ${styles.rest}`} aria-labelledby="break-h">
          <Icon of={Coffee} large />
          <div className="grow">
            <h2 id="break-h">Time for a break</h2>
            <p>
              Flagged media comes back at <Time at={until} as="dateTime" />. {exposureWords(data)}
            </p>
            <p className="muted">Safe items and all other pages stay open to you.</p>
          </div>
          <LinkButton to={listAddress({ status: 'safe' })}>Check safe items</LinkButton>
        </section>
      ) : null}
    </div>
  );
}

/** Brings the items back when the break is over. */
function useBreakEnd(until: string | null) {
  const queries = useQueryClient();
  const toast = useToast();
  useEffect(() => {
    if (until === null) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isLeft = false;
    const wait = (ms: number) => {
      timer = setTimeout(() => void look(), ms);
    };
    const look = async () => {
      await queries.invalidateQueries({ queryKey: keys.exposure.own });
      if (!isLeft) wait(AGAIN_MS);
    };
    wait(Math.max(0, new Date(until).getTime() - Date.now()) + 500);
    return () => {
      isLeft = true;
      clearTimeout(timer);
      // Read as over, or another one: what was kept back may be read again.
      void queries.invalidateQueries({ queryKey: keys.media.all });
      if (queries.getQueryData(ownExposureQuery.queryKey)?.break_until === null) toast('Your break is over');
    };
  }, [until, queries, toast]);
}
