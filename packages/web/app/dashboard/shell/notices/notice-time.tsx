import { Clock, TriangleAlert } from 'lucide-react';
import { useEffect, useState } from 'react';
import { formatDateTime } from '../../../shared/format/format.ts';
import { Icon } from '../../../shared/ui/icon.tsx';
import { clockOf } from './notice-clock.ts';
import styles from './notice-time.module.css';

const TICK_MS = 30_000;

function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}

/** How long a notice may still wait: a sign and words, the colour only repeats them. */
export function NoticeTime({ dueAt }: { dueAt: string }) {
  const { level, words } = clockOf(dueAt, useNow());
  const isPressing = level === 'urgent' || level === 'late';
  return (
    <time className={styles.clock} data-level={level} dateTime={dueAt} title={`Answer by ${formatDateTime(dueAt)}`}>
      <Icon of={isPressing ? TriangleAlert : Clock} />
      {words}
    </time>
  );
}
