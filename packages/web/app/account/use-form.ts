import { type FormEvent, useEffect, useRef, useState } from 'react';
import { ApiError, errorMessage } from '../api-error.ts';
import { errorsFromServer, type FormErrors } from './form-errors.ts';

type FormPlan = {
  /** Names of the fields that a message of the server can belong to. */
  fields: readonly string[];
  /** The page's fallback sentence. */
  fallback: string;
  /** Checks what was typed. An empty result means it may be sent. */
  check: () => FormErrors;
  send: () => Promise<void>;
  /** After a refusal by the server. */
  onRefused?: () => void;
};

/** One form: check, send once, put each message where it belongs, and the focus on the first wrong field. */
export function useForm({ fields, fallback, check, send, onRefused }: FormPlan) {
  const form = useRef<HTMLFormElement>(null);
  const [errors, setErrors] = useState<FormErrors>({});
  const [failure, setFailure] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);

  useEffect(() => {
    if (Object.keys(errors).length > 0) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [errors]);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    setFailure(null);
    const found = check();
    setErrors(found);
    if (Object.keys(found).length > 0) return;
    setBusy(true);
    try {
      await send();
    } catch (error) {
      const placed = error instanceof ApiError ? errorsFromServer(error.errors, fields) : {};
      setErrors(placed);
      if (Object.keys(placed).length === 0) setFailure(errorMessage(error, fallback));
      onRefused?.();
    } finally {
      setBusy(false);
    }
  };

  return { form, errors, failure, busy, submit };
}
