import { Eye, EyeOff } from 'lucide-react';
import { type ComponentProps, type ReactNode, useState } from 'react';
import { Button } from '../ui/button.tsx';
import styles from '../ui/field.module.css';
import { Icon } from '../ui/icon.tsx';
import { Field } from './field.tsx';

type PasswordFieldProps = { label: string; hint?: ReactNode; error?: string | null | undefined } & Omit<
  ComponentProps<'input'>,
  'id' | 'type'
>;

/** A password with a button that shows it. */
export function PasswordField({ label, hint, error, ...input }: PasswordFieldProps) {
  const [shown, setShown] = useState(false);
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <div className={styles.inputWrap} data-slot="field-input-wrap">
          <input
            {...input}
            {...control}
            className={`${styles.input} ${styles.inputWithEnd}`}
            data-slot="field-input"
            type={shown ? 'text' : 'password'}
          />
          <Button
            kind="ghost"
            icon
            className={styles.end}
            aria-label={`${shown ? 'Hide' : 'Show'} ${label.toLowerCase()}`}
            onClick={() => setShown(!shown)}
          >
            <Icon of={shown ? EyeOff : Eye} />
          </Button>
        </div>
      )}
    </Field>
  );
}
