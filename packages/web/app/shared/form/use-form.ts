import { ClearframeError } from '@clearframe/sdk';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { errorMessage, errorReason } from '../api/error-message.ts';
import { createAttempts } from './attempts.ts';
import { errorsFromServer, type FormErrors } from './form-errors.ts';

export type FormPlan<T> = {
  /** Names of the fields that a message of the server can belong to. */
  fields: readonly string[];
  /** The field under which every refusal stands, in one sentence; without it the banner says what belongs to no field. */
  refusedAt?: string;
  /** The page's fallback sentence. */
  fallback: string;
  /** What the form holds when it is sent. */
  read: (form: FormData) => T;
  /** Checks what was typed. An empty result means it may be sent. */
  check: (input: T) => FormErrors;
  send: (input: T) => Promise<void>;
  /** After a refusal by the server. */
  onRefused?: (form: HTMLFormElement | null) => void;
};

/** The text of one field. */
export function textOf(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === 'string' ? value : '';
}

const isEmpty = (errors: FormErrors) => Object.keys(errors).length === 0;

/**
 * One form: check, send once, put each message where it belongs, and the focus on the first wrong field.
 * Values are read from the page when the form is sent: state would start empty and so wipe what was typed, or filled in by
 * a password manager, before the page's script ran.
 */
export function useForm<T>({ fields, refusedAt, fallback, read, check, send, onRefused }: FormPlan<T>) {
  const form = useRef<HTMLFormElement>(null);
  const [errors, setErrors] = useState<FormErrors>({});
  const [refusal, setRefusal] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);
  const [attempt] = useState(() => createAttempts(setBusy));

  useEffect(() => {
    if (!isEmpty(errors)) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [errors]);

  const placed = (error: unknown): FormErrors => {
    if (refusedAt !== undefined) return { [refusedAt]: errorMessage(error, fallback) };
    return error instanceof ClearframeError ? errorsFromServer(error.errors, fields) : {};
  };
  /** Sends what is no part of the form, such as another way to do the same, with the form's busy button and its banner. */
  const run = (other: () => Promise<void>) => {
    setRefusal(null);
    return attempt(other, (error) => {
      const found = placed(error);
      setErrors(found);
      if (isEmpty(found)) setRefusal(error);
      onRefused?.(form.current);
    });
  };
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy) return;
    setRefusal(null);
    const input = read(new FormData(event.currentTarget));
    const found = check(input);
    setErrors(found);
    if (isEmpty(found)) await run(() => send(input));
  };

  /** For a form whose errors end when somebody types. */
  const clearErrors = () => {
    if (!isEmpty(errors)) setErrors({});
  };
  return {
    form,
    errors,
    /** What no field could say, the sentence for it, and what is known beside that sentence; null = nothing. */
    refusal,
    failure: refusal === null ? null : errorMessage(refusal, fallback),
    reason: refusal === null ? null : errorReason(refusal),
    busy,
    submit,
    run,
    clearErrors,
    clearRefusal: () => setRefusal(null),
  };
}
