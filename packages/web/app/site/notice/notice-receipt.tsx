import { defaultAcknowledgement, type NoticeReceipt as Receipt } from '@clearframe/contract';
import { useEffect, useRef } from 'react';
import { Time } from '../../shared/ui/time.tsx';
import styles from './notice.module.css';

/** After the form: what the notifier needs to follow their notice. The heading takes the focus, so that it is read out. */
export function NoticeReceipt({ receipt }: { receipt: Receipt }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <>
      <h1 ref={heading} tabIndex={-1}>
        We have your report
      </h1>
      {receipt.acknowledgement ? <p className={`${styles.lead} ${styles.intro}`}>{receipt.acknowledgement}</p> : null}
      <p className={styles.lead}>
        {receipt.acknowledgement ? null : `${defaultAcknowledgement} `}
        Keep the link below: it shows where your report is.
      </p>
      <dl className={styles.facts}>
        <dt>Number</dt>
        <dd>{receipt.number}</dd>
        <dt>Received</dt>
        <dd>
          <Time at={receipt.received_at} as="dateTime" />
        </dd>
        <dt>Decision due by</dt>
        <dd>
          <Time at={receipt.due_at} as="dateTime" />
        </dd>
        <dt>Status</dt>
        <dd>
          <a className="link" href={receipt.status_url}>
            Follow your report
          </a>
        </dd>
      </dl>
    </>
  );
}
