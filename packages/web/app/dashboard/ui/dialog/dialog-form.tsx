import { type ReactNode, useId, useLayoutEffect, useState } from 'react';
import { type FormPlan, useForm } from '../../../shared/form/use-form.ts';
import { Button } from '../../../shared/ui/button.tsx';
import styles from './dialog.module.css';
import { DialogFault, DialogFrame, type DialogFrameProps, useLateClose } from './dialog.tsx';

/** What the content of the form is drawn with. */
type Drawn = Pick<ReturnType<typeof useForm>, 'errors' | 'refusal' | 'run' | 'clearRefusal'> & {
  /** The banner of a refusal that no field could say; nothing while there is none. */
  fault: ReactNode;
};

type ContentProps<T> = FormPlan<T> & {
  cancel?: string;
  submit: string;
  kind?: 'primary' | 'fail-solid';
  /** Takes the place of `submit` while it is sent; the button is then disabled instead of spinning. */
  sending?: string;
  /** Something that outlasts the dialog is under way: nothing is sent. */
  busy?: boolean;
  /** Whether enough is filled in to press the button. Asked whenever something changed. */
  ready?: (form: FormData) => boolean;
  /** Heads the server's sentence after a refusal. */
  faultTitle?: string;
  /** Before the form, in it, and after it. */
  above?: (drawn: Drawn) => ReactNode;
  children: (drawn: Drawn) => ReactNode;
  below?: (drawn: Drawn) => ReactNode;
};

/**
 * Asks for something in a dialog and sends it; closes when it is done. Fields keep what is typed in the page alone (`name`,
 * `defaultValue`) and live as long as the dialog is open, so each opening starts empty and without errors.
 */
export function DialogForm<T>({
  open,
  onClose,
  title,
  ...content
}: Omit<DialogFrameProps, 'children' | 'keepOpen'> & ContentProps<T>) {
  return (
    <DialogFrame open={open} onClose={onClose} title={title}>
      <Content onClose={onClose} {...content} />
    </DialogFrame>
  );
}

function Content<T>({
  cancel = 'Cancel',
  submit,
  kind = 'primary',
  sending,
  busy: isHeld = false,
  ready,
  faultTitle,
  above,
  children,
  below,
  send,
  onClose,
  ...plan
}: ContentProps<T> & { onClose: () => void }) {
  const id = useId();
  const closeLate = useLateClose(onClose);
  const {
    form,
    failure,
    busy,
    submit: onSubmit,
    clearErrors,
    ...drawn
  } = useForm<T>({
    ...plan,
    send: async (input) => {
      await send(input);
      closeLate();
    },
  });
  const [isReady, setReady] = useState(true);
  const look = () => {
    if (ready && form.current) setReady(ready(new FormData(form.current)));
  };
  // Before the browser draws, so that the button does not change under the eye.
  useLayoutEffect(look);
  const isBusy = busy || isHeld;
  const content = { ...drawn, fault: <DialogFault title={faultTitle} sentence={failure} /> };
  return (
    <>
      {above?.(content)}
      <form
        id={id}
        className={styles.form}
        method="post"
        noValidate
        ref={form}
        onChange={() => {
          clearErrors();
          look();
        }}
        onSubmit={(event) => void onSubmit(event)}
      >
        {children(content)}
      </form>
      {below?.(content)}
      <div className={styles.actions}>
        <Button onClick={onClose}>{cancel}</Button>
        <Button
          kind={kind}
          type="submit"
          form={id}
          busy={isBusy && !sending}
          disabled={!isReady || (isBusy && sending !== undefined)}
        >
          {isBusy && sending ? sending : submit}
        </Button>
      </div>
    </>
  );
}
