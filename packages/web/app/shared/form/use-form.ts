import { ClearframeError } from '@clearframe/sdk';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { errorMessage, errorReason } from '../api/error-message.ts';
import { NotConfirmed } from '../api/not-confirmed.ts';
import { errorsFromServer, type FormErrors } from './form-errors.ts';

type FormPlan<T> = {
  /** Names of the fields that a message of the server can belong to. */
  fields: readonly string[];
  /** The page's fallback sentence. */
  fallback: string;
  /** What the form holds when it is sent. */
  read: (form: FormData) => T;
  /** Checks what was typed. An empty result means it may be sent. */
  check: (input: T) => FormErrors;
  send: (input: T) => Promise<void>;
  /** After a refusal by the server. */
  onRefused?: () => void;
};

/** The text of one field. */
export function textOf(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === 'string' ? value : '';
}

/**
 * One form: check, send once, put each message where it belongs, and the focus on the first wrong field.
 * Values are read from the page when the form is sent: state would start empty and so wipe what was typed, or filled in by
 * a password manager, before the page's script ran.
 */
export function useForm<T>({ fields, fallback, read, check, send, onRefused }: FormPlan<T>) {
  const form = useRef<HTMLFormElement>(null);
  const [errors, setErrors] = useState<FormErrors>({});
  const [failure, setFailure] = useState<string | null>(null);
  const [reason, setReason] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);

  useEffect(() => {
    if (Object.keys(errors).length > 0) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [errors]);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy) return;
    setFailure(null);
    const input = read(new FormData(event.currentTarget));
    const found = check(input);
    setErrors(found);
    if (Object.keys(found).length > 0) return;
    setBusy(true);
    try {
      await send(input);
    } catch (error) {
      if (error instanceof NotConfirmed) return;
      const placed = error instanceof ClearframeError ? errorsFromServer(error.errors, fields) : {};
      setErrors(placed);
      if (Object.keys(placed).length === 0) setFailure(errorMessage(error, fallback));
      setReason(errorReason(error));
      onRefused?.();
    } finally {
      setBusy(false);
    }
  };

  /** Forgets what went wrong, for a form that is opened again. */
  const reset = () => {
    setErrors({});
    setFailure(null);
  };
  return { form, errors, failure, reason, busy, submit, reset };
}
