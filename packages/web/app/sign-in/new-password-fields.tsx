import { useEffect, useRef, useState } from 'react';
import type { FormErrors } from '../shared/form/form-errors.ts';
import { NewPasswordField } from '../shared/form/new-password-field.tsx';
import { PasswordField } from '../shared/form/password-field.tsx';

type NewPasswordFieldsProps = { label?: string; errors: FormErrors };

/** A new password with its strength and rules, and once more (AUTH-01): fields `password` and `confirmation` of a form. */
export function NewPasswordFields({ label = 'Password', errors }: NewPasswordFieldsProps) {
  const [password, setPassword] = useState('');
  const field = useRef<HTMLDivElement>(null);
  // The strength of what was typed before the page's script ran.
  useEffect(() => {
    const typed = field.current?.querySelector<HTMLInputElement>('input[name=password]')?.value;
    if (typed) setPassword(typed);
  }, []);
  return (
    <>
      <div ref={field}>
        <NewPasswordField label={label} errors={errors} password={password} name="password" onPassword={setPassword} />
      </div>
      <PasswordField
        label={`Confirm ${label.toLowerCase()}`}
        name="confirmation"
        autoComplete="new-password"
        error={errors.confirmation}
      />
    </>
  );
}
