import { errorTable, messages } from '@clearframe/contract';
import { FieldError } from '../../../shared/form/field.tsx';
import { Banner } from '../../../shared/ui/banner.tsx';
import { Button, LinkButton } from '../../../shared/ui/button.tsx';
import type { Access } from '../../shell/subscription/access.ts';
import type { TrialActivation } from '../../shell/subscription/use-activate-trial.ts';
import { PickedCard } from '../../upload/picked-card.tsx';
import { UploadFault } from '../../upload/upload-fault.tsx';
import type { Upload } from '../../upload/use-upload.ts';
import styles from './first-run.module.css';
import type { ChosenPicture, OwnPictureState } from './use-own-picture.ts';

type OwnPictureProps = {
  own: OwnPictureState;
  picked: ChosenPicture;
  upload: Upload;
  access: Access;
  /** Null where it was used. */
  trial: TrialActivation | null;
};

/** A picture of one's own, before and while it is checked. Without frames it asks once, in place. */
export function OwnPicture({ own, picked, upload, access, trial }: OwnPictureProps) {
  const { state } = upload;
  const refused = state.phase === 'failed' && !state.retryable ? state.message : null;
  return (
    <>
      {access.state === 'exhausted' && state.phase === 'choosing' ? (
        <Banner kind="warning" title={errorTable.frames_exhausted.message} />
      ) : null}
      <UploadFault state={state} onRetry={upload.retry} />
      <PickedCard picked={picked} state={state} onRemove={own.remove} onCancel={own.remove} />
      <div role="alert">
        <FieldError message={refused} />
      </div>
      {state.phase === 'choosing' ? (
        <div className={`row wrap ${styles.send}`}>
          <SendButton access={access} trial={trial} onSend={own.send} />
        </div>
      ) : null}
    </>
  );
}

type SendButtonProps = Pick<OwnPictureProps, 'access' | 'trial'> & { onSend: () => void };

function SendButton({ access, trial, onSend }: SendButtonProps) {
  if (access.state === 'none' && trial) {
    const both = async () => {
      if (await trial.activate()) onSend();
    };
    return (
      <Button kind="primary" size="large" busy={trial.isActivating} onClick={() => void both()}>
        Activate the trial and check it
      </Button>
    );
  }
  if (access.state === 'none')
    return (
      <LinkButton kind="primary" size="large" to="/dashboard/subscription">
        {messages.subscribeFirst}
      </LinkButton>
    );
  return (
    <Button kind="primary" size="large" disabled={access.state !== 'open'} onClick={onSend}>
      {access.state === 'checking' ? messages.checkingPayment : 'Check picture · 1 frame'}
    </Button>
  );
}
