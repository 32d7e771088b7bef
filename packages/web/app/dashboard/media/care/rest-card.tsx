import { useQueryClient } from '@tanstack/react-query';
import { Coffee } from 'lucide-react';
import { useEffect } from 'react';
import { keys } from '../../../shared/api/keys.ts';
import { LinkButton } from '../../../shared/ui/button.tsx';
import { Icon } from '../../../shared/ui/icon.tsx';
import { Time } from '../../../shared/ui/time.tsx';
import { useToast } from '../../../shared/ui/toast.tsx';
import { ownExposureQuery } from '../../shell/care/exposure-queries.ts';
import { useMay } from '../../shell/role/use-may.ts';
import { listAddress } from '../address.ts';
import styles from './rest-card.module.css';

/** How soon the server is asked again when its break goes on: the clock of this machine may be ahead. */
const AGAIN_MS = 30_000;

/** When the break ends, and the work that goes on meanwhile. Nobody has to choose any: whoever waits is told when it is over. */
export function RestCard({ until }: { until: string }) {
  const mayNotices = useMay('notices.read') !== false;
  useBreakEnd(until);
  return (
    <section className={`card ${styles.rest}`} aria-labelledby="break-h">
      <Icon of={Coffee} large />
      <div className={styles.words}>
        <h2 id="break-h">Time for a break</h2>
        <p>
          Flagged media comes back at <Time at={until} as="dateTime" />.
        </p>
        <p className="muted">
          Step away, or go on with {mayNotices ? 'notices and safe items' : 'safe items'}. This page tells you when the break is
          over.
        </p>
      </div>
      <div className="row wrap">
        {mayNotices ? <LinkButton to="/dashboard/notices">Open notices</LinkButton> : null}
        <LinkButton to={listAddress({ status: 'safe' })}>Check safe items</LinkButton>
      </div>
    </section>
  );
}

/** Brings the items back when the break is over. */
function useBreakEnd(until: string) {
  const queries = useQueryClient();
  const toast = useToast();
  useEffect(() => {
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
