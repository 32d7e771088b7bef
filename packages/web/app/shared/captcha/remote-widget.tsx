import { useEffect, useRef, useState } from 'react';
import { Spinner } from '../ui/spinner.tsx';
import styles from './captcha-box.module.css';
import { drawWidget, providerNames, type RemotePlan, type WidgetEvents } from './remote-providers.ts';

/** The boxes of all providers are about 300 px wide, and have a narrow form for less. */
const FULL_WIDTH_PX = 304;

/** The provider's own box. What it draws belongs to it: nothing of ours is rendered inside. */
export function RemoteWidget({ plan, events }: { plan: RemotePlan; events: WidgetEvents }) {
  const place = useRef<HTMLFieldSetElement>(null);
  const [isDrawn, setDrawn] = useState(false);
  useEffect(() => {
    const container = place.current;
    if (!container) return;
    setDrawn(false);
    let gone = false;
    let remove = () => {};
    const theme = document.documentElement.dataset.theme === 'dark' ? 'dark' : 'light';
    const size = container.clientWidth < FULL_WIDTH_PX ? 'compact' : 'normal';
    // A fresh element each time: the scripts refuse one that they have drawn into.
    const own = container.appendChild(document.createElement('div'));
    drawWidget(plan, own, { theme, size }, events).then(
      (take) => {
        if (gone) return take();
        remove = take;
        setDrawn(true);
      },
      () => {
        if (!gone) events.onFailed();
      },
    );
    return () => {
      gone = true;
      remove();
      own.remove();
    };
  }, [plan, events]);
  return (
    <fieldset className={styles.widget} aria-label={`Verification by ${providerNames[plan.provider]}`} ref={place}>
      {isDrawn ? null : (
        <span role="status" className="row">
          <Spinner />
          Loading the verification…
        </span>
      )}
    </fieldset>
  );
}
