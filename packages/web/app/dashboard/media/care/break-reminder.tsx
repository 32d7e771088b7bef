import type { Exposure } from '@clearframe/contract';
import { Coffee } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { Icon } from '../../../shared/ui/icon.tsx';
import { useUser } from '../../shell/session/require-session.tsx';
import styles from './break-reminder.module.css';
import { isBreakNear, isReminderDue, reminderWords } from './reminder.ts';

/** Long enough to be read between two pictures. */
const SHOWN_MS = 10_000;

/**
 * Tells once that a break is near. It has a place of its own: the place of toasts holds the Undo of the last decision, which a reminder
 * would take away.
 * @param minutes until a break, at the person's pace; null = not known
 */
export function BreakReminder({ exposure, minutes }: { exposure: Exposure; minutes: number | null }) {
  const key = `clearframe-break-near:${useUser().id}`;
  const [words, setWords] = useState<string | null>(null);
  const look = useEffectEvent(() => {
    if (exposure.break_until !== null) {
      sessionStorage.removeItem(key);
      setWords(null);
      return;
    }
    const now = Date.now();
    const told = sessionStorage.getItem(key);
    if (!isReminderDue(isBreakNear(exposure, minutes), told === null ? null : Number(told), now)) return;
    sessionStorage.setItem(key, String(now));
    setWords(reminderWords(exposure, minutes));
  });
  // An answer of the server and a reveal are when it changes.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => look(), [exposure, minutes]);
  useEffect(() => {
    if (words === null) return;
    const timer = setTimeout(() => setWords(null), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [words]);
  return (
    <div className={styles.reminders} role="status">
      {words === null ? null : (
        <p className={styles.reminder} data-slot="break-reminder">
          <Icon of={Coffee} />
          {words}
        </p>
      )}
    </div>
  );
}
