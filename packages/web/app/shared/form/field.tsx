import { CircleAlert } from 'lucide-react';
import { type ComponentProps, type ReactNode, useId } from 'react';
import styles from '../ui/field.module.css';
import { Icon } from '../ui/icon.tsx';

/** What the control inside a Field needs, so that its label, help and error belong to it. */
type FieldControl = { id: string; 'aria-invalid': true | undefined; 'aria-describedby': string | undefined };

type FieldProps = {
  label: string;
  /** Shown as "Optional" beside the label. */
  optional?: boolean | undefined;
  hint?: ReactNode;
  error?: string | null | undefined;
  children: (control: FieldControl) => ReactNode;
};

/** Label, control, help and error of one input. */
export function Field({ label, optional = false, hint, error, children }: FieldProps) {
  const id = useId();
  const described = [hint ? `${id}-hint` : '', error ? `${id}-error` : ''].filter(Boolean).join(' ');
  return (
    <div className={styles.field} data-slot="field">
      <label htmlFor={id}>
        {label}
        {optional ? <span className={styles.optional}>Optional</span> : null}
      </label>
      {children({ id, 'aria-invalid': error ? true : undefined, 'aria-describedby': described || undefined })}
      {hint ? (
        <div className={styles.hint} data-slot="field-hint" id={`${id}-hint`}>
          {hint}
        </div>
      ) : null}
      <FieldError id={`${id}-error`} message={error} />
    </div>
  );
}

/** The red line under an input. */
export function FieldError({ id, message }: { id?: string; message: string | null | undefined }) {
  if (!message) return null;
  return (
    <p className={styles.error} data-slot="field-error" id={id}>
      <Icon of={CircleAlert} />
      {message}
    </p>
  );
}

type TextFieldProps = Omit<FieldProps, 'children'> & Omit<ComponentProps<'input'>, 'id' | 'children'>;

/** One line of text. */
export function TextField({ label, optional, hint, error, className, ...input }: TextFieldProps) {
  return (
    <Field label={label} optional={optional} hint={hint} error={error}>
      {(control) => (
        <input
          type="text"
          {...input}
          {...control}
          className={`${styles.input}${className ? ` ${className}` : ''}`}
          data-slot="field-input"
        />
      )}
    </Field>
  );
}

type TextAreaFieldProps = Omit<FieldProps, 'children'> & Omit<ComponentProps<'textarea'>, 'id' | 'children'>;

/** Several lines of text. */
export function TextAreaField({ label, optional, hint, error, ...area }: TextAreaFieldProps) {
  return (
    <Field label={label} optional={optional} hint={hint} error={error}>
      {(control) => <textarea rows={3} {...area} {...control} className={styles.input} data-slot="field-input" />}
    </Field>
  );
}
