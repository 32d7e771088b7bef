import type { Session } from '@clearframe/contract';
import { Monitor, Smartphone } from 'lucide-react';
import { formatDateTime } from '../../../shared/format/format.ts';
import { Badge } from '../../../shared/ui/badge.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { Icon } from '../../../shared/ui/icon.tsx';
import { Time } from '../../../shared/ui/time.tsx';
import listStyles from '../../ui/list.module.css';
import accountPageStyles from '../frame/account-page.module.css';
import { deviceName, isHandheld } from './device-name.ts';

/** One browser: what it calls itself, from where and since when, and the button that signs it out. */
export function DeviceRow({ device, busy, onEnd }: { device: Session; busy: boolean; onEnd: () => void }) {
  const { userAgent, ip, current, signedInAt, lastUsedAt } = device;
  const name = deviceName(userAgent);
  return (
    <li>
      <div className={`${listStyles.item} ${accountPageStyles.device}`} data-slot="list-item">
        <Icon of={isHandheld(userAgent) ? Smartphone : Monitor} large />
        <div className="grow">
          <span className="row wrap">
            <b className={`${listStyles.title} breakable`}>{name}</b>
            {current ? <Badge look="info">This device</Badge> : null}
          </span>
          <small className={accountPageStyles.deviceFacts}>
            {ip ? <span className="mono">{ip}</span> : null}
            <span>
              Signed in <Time at={signedInAt} as="dateTime" />
            </span>
            <span>
              {current ? (
                'Active now'
              ) : (
                <>
                  Last used: <Time at={lastUsedAt} />
                </>
              )}
            </span>
          </small>
        </div>
        {current ? null : (
          <Button
            size="small"
            busy={busy}
            aria-label={`Sign out ${name}, signed in ${formatDateTime(signedInAt)}`}
            onClick={onEnd}
          >
            Sign out
          </Button>
        )}
      </div>
    </li>
  );
}
