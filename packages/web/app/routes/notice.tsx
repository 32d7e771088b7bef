import { messages, type NoticeReceipt as Receipt } from '@clearframe/contract';
import { useState } from 'react';
import { pageMeta } from '../shared/page/page-meta.ts';
import { Banner } from '../shared/ui/banner.tsx';
import { Button } from '../shared/ui/button.tsx';
import { Spinner } from '../shared/ui/spinner.tsx';
import { ThemeSwitch } from '../shared/ui/theme-switch.tsx';
import styles from '../site/notice/notice.module.css';
import { NoticeForm } from '../site/notice/notice-form.tsx';
import { NoticeReceipt } from '../site/notice/notice-receipt.tsx';
import { useNoticeForm } from '../site/notice/use-notice-form.ts';

export const meta = () => pageMeta({ title: 'Report content', description: 'Tell the team of this platform about its content.' });

/** TRUST-B4: the public form of an account. It is the customer's page, so our name is not on it. */
export default function NoticePage() {
  const [receipt, setReceipt] = useState<Receipt | null>(null);
  return (
    <div className={styles.page}>
      <div className={styles.top}>
        <ThemeSwitch />
      </div>
      <main className={styles.main} id="main">
        {receipt ? <NoticeReceipt receipt={receipt} /> : <Opened onSent={setReceipt} />}
      </main>
    </div>
  );
}

function Opened({ onSent }: { onSent: (receipt: Receipt) => void }) {
  const { state, reload, close } = useNoticeForm();
  if (state.status === 'closed')
    return (
      <>
        <h1>This form is closed</h1>
        <p className={styles.lead}>It takes no reports any more. Nothing was sent.</p>
      </>
    );
  return (
    <>
      <h1>Report content</h1>
      {state.status === 'loading' ? (
        <p className="row" role="status">
          <Spinner />
          Opening the form…
        </p>
      ) : null}
      {state.status === 'failed' ? (
        <Banner
          kind="error"
          title={messages.anErrorOccurred}
          action={
            <Button size="small" onClick={reload}>
              Try again
            </Button>
          }
        >
          {state.message}
        </Banner>
      ) : null}
      {state.status === 'open' ? (
        <>
          <p className={styles.lead}>
            Your report goes to <bdi>{state.form.account_name}</bdi>. A person reads it and answers by mail.
          </p>
          {state.form.intro ? <p className={`${styles.lead} ${styles.intro}`}>{state.form.intro}</p> : null}
          <NoticeForm formId={state.formId} onSent={onSent} onClosed={close} />
          <p className="muted">Not legal advice.</p>
        </>
      ) : null}
      <noscript>
        <p>This form needs JavaScript, which is switched off in this browser.</p>
      </noscript>
    </>
  );
}
