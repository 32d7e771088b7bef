import type { UsageAnswer } from '@clearframe/contract';
import { messages } from '@clearframe/contract';
import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { offersTry } from '../../../shared/page/public-origin.ts';
import { useSession } from '../../../shared/session/session.tsx';
import type { Choice } from '../../../shared/try-it/use-try.ts';
import { Banner } from '../../../shared/ui/banner.tsx';
import { accessOf } from '../../shell/subscription/access.ts';
import { SubscriptionRequired } from '../../shell/subscription/subscription-required.tsx';
import { useActivateTrial } from '../../shell/subscription/use-activate-trial.ts';
import pageHeaderStyles from '../../ui/page-header.module.css';
import { QueueForm } from '../../upload/queue-form.tsx';
import { UploadResult } from '../../upload/upload-result.tsx';
import { useUpload } from '../../upload/use-upload.ts';
import { useUploadQueue } from '../../upload/use-upload-queue.ts';
import { FirstChoice } from './first-choice.tsx';
import styles from './first-run.module.css';
import { FirstSteps } from './first-steps.tsx';
import { OwnPicture } from './own-picture.tsx';
import { SampleCheck } from './sample-check.tsx';
import { useOwnPicture } from './use-own-picture.ts';

type FirstRunProps = {
  usage: UsageAnswer | undefined;
  isCounting: boolean;
  hasTokens: boolean;
  mayTokens: boolean;
  /** While something is shown that belongs to the first run, although the account is no longer empty. */
  onHold: (held: boolean) => void;
};

/** The dashboard of an account without uploads: a picture of one's own or a sample, its verdict, and what else to do first. */
export function FirstRun({ usage, isCounting, hasTokens, mayTokens, onHold }: FirstRunProps) {
  const { state: session } = useSession();
  const navigate = useNavigate();
  const access = accessOf({ data: usage, isPending: isCounting });
  const trial = useActivateTrial();
  const [isRead, setRead] = useState(false);
  const upload = useUpload();
  const uploads = useUploadQueue();
  const own = useOwnPicture({ upload, isOpen: access.state === 'open', onSeveral: (files) => void uploads.add(files) });
  const [sample, setSample] = useState<Choice | null>(null);
  const [sampleDone, setSampleDone] = useState(false);
  const zone = useRef<HTMLButtonElement>(null);

  const isHeld = own.picked !== null || sample !== null || uploads.queue.rows.length > 0;
  useEffect(() => onHold(isHeld), [isHeld, onHold]);
  const wasHeld = useRef(false);
  // What was pressed is gone: without this the focus would be lost.
  useEffect(() => {
    if (wasHeld.current && !isHeld) zone.current?.focus();
    wasHeld.current = isHeld;
  }, [isHeld]);

  const name = session.status === 'signed-in' ? session.user.name.split(' ')[0] : null;
  const { state } = upload;
  const charge = {
    charged: state.phase === 'done' ? (state.usage?.frames_charged ?? null) : null,
    remaining: usage?.usage?.media_remaining ?? null,
  };
  if (uploads.queue.rows.length > 0)
    return (
      <>
        {access.state === 'none' ? <SubscriptionRequired /> : null}
        <QueueForm uploads={uploads} access={access} />
      </>
    );
  return (
    <>
      <div className={pageHeaderStyles.header}>
        <p>{name ? `Welcome, ${name}. ` : null}Check your first picture in under a minute.</p>
      </div>
      {trial.isActivated && !isRead ? (
        <Banner kind="success" title={messages.freeTrialActivated} onDismiss={() => setRead(true)} />
      ) : null}
      {trial.fault ? <Banner kind="error" title={trial.fault} /> : null}
      <div className={`columns columns-2-1 ${styles.run}`}>
        <div className={styles.main}>
          {state.phase === 'done' ? (
            <UploadResult media={state.media} charge={charge} onAnother={() => void navigate('/dashboard/upload')} />
          ) : null}
          {own.picked && state.phase !== 'done' ? (
            <OwnPicture
              own={own}
              picked={own.picked}
              upload={upload}
              access={access}
              trial={usage?.trial_available ? trial : null}
            />
          ) : null}
          {sample ? <SampleCheck first={sample} onDone={() => setSampleDone(true)} onLeave={() => setSample(null)} /> : null}
          {isHeld ? null : <FirstChoice own={own} zone={zone} onSample={offersTry() ? setSample : null} />}
        </div>
        <FirstSteps
          usage={usage}
          trial={trial}
          checked={state.phase === 'done' ? 'own' : sampleDone ? 'sample' : null}
          hasTokens={hasTokens}
          mayTokens={mayTokens}
        />
      </div>
    </>
  );
}
