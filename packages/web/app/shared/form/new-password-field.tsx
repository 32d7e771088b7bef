import { messages } from '@clearframe/contract';
import { useState } from 'react';
import type { FormErrors } from './form-errors.ts';
import { PasswordField } from './password-field.tsx';
import { PasswordStrength } from './password-strength.tsx';

type NewPasswordFieldProps = {
  label: string;
  /** Of the field, in the form and in `errors`. */
  name: string;
  errors: FormErrors;
  /** What was typed. */
  password: string;
  onPassword: (password: string) => void;
};

/** A new password with its meter and rules (AUTH-01). An error lasts until somebody types: then the list of rules says what is missing. */
export function NewPasswordField({ label, name, errors, password, onPassword }: NewPasswordFieldProps) {
  const [outdated, setOutdated] = useState<FormErrors | null>(null);
  const error = outdated === errors ? undefined : errors[name];
  return (
    <PasswordField
      label={label}
      name={name}
      autoComplete="new-password"
      onChange={(event) => {
        setOutdated(errors);
        onPassword(event.target.value);
      }}
      error={error}
      hint={<PasswordStrength password={password} named={error?.startsWith(messages.passwordUnmet) ?? false} />}
    />
  );
}
