import { messages } from '@clearframe/contract';
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { errorMessage } from '../../../shared/api/error-message.ts';
import { createAttempts } from '../../../shared/form/attempts.ts';
import { Button } from '../../../shared/ui/button.tsx';
import styles from './dialog.module.css';
import { DialogFault, DialogFrame, type DialogFrameProps, useLateClose } from './dialog.tsx';

type QuestionProps = {
  /** Id of what is asked about, where one dialog asks about several. What is under way for it is not sent again by the next opening. */
  about?: string | undefined;
  /** What leaves everything as it is; it has the focus. */
  keep: string;
  /** What is done. */
  act: string;
  kind?: 'primary' | 'fail-solid';
  /** Does it. A promise keeps the dialog busy, and closes it when fulfilled; without one, whoever asked closes it. */
  onAct: () => unknown;
  /** Heads the server's sentence after a refusal. */
  faultTitle?: string;
  /** Said when the server has no sentence. */
  fallback?: string;
  /** What it means; a function puts the banner of a refusal where it wants, else it stands below. */
  children: ReactNode | ((fault: ReactNode) => ReactNode);
};

/** Asks before something is done that needs no more than a yes. */
export function AskDialog({
  open,
  onClose,
  title,
  ...question
}: Omit<DialogFrameProps, 'children' | 'keepOpen'> & QuestionProps) {
  const [underWay] = useState(() => new Map<string | undefined, Promise<unknown>>());
  return (
    <DialogFrame open={open} onClose={onClose} title={title}>
      <Question onClose={onClose} underWay={underWay} {...question} />
    </DialogFrame>
  );
}

function Question({
  about,
  underWay,
  keep,
  act,
  kind = 'fail-solid',
  onAct,
  faultTitle,
  fallback = messages.anErrorOccurred,
  children,
  onClose,
}: QuestionProps & { onClose: () => void; underWay: Map<string | undefined, Promise<unknown>> }) {
  const [busy, setBusy] = useState(underWay.has(about));
  const [refusal, setRefusal] = useState<unknown>(null);
  const [attempt] = useState(() => createAttempts(setBusy));
  const closeLate = useLateClose(onClose);
  const follow = async (answer: unknown) => {
    if (!(answer instanceof Promise)) return;
    underWay.set(about, answer);
    await answer.finally(() => underWay.delete(about));
    closeLate();
  };
  const press = () => {
    setRefusal(null);
    return attempt(() => follow(onAct()), setRefusal);
  };
  const rejoin = useEffectEvent(() => {
    if (underWay.has(about)) void attempt(() => follow(underWay.get(about)), setRefusal);
  });
  useEffect(() => rejoin(), []);
  const fault = <DialogFault title={faultTitle} sentence={refusal === null ? null : errorMessage(refusal, fallback)} />;
  return (
    <>
      {typeof children === 'function' ? (
        children(fault)
      ) : (
        <>
          {children}
          {fault}
        </>
      )}
      <div className={styles.actions}>
        <Button autoFocus onClick={onClose}>
          {keep}
        </Button>
        <Button kind={kind} busy={busy} onClick={() => void press()}>
          {act}
        </Button>
      </div>
    </>
  );
}
