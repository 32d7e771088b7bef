import { type TokenScope, tokenScopes } from '@clearframe/contract';
import { useEffect, useId, useRef } from 'react';
import { Field, FieldError } from '../../shared/form/field.tsx';
import { textOf } from '../../shared/form/use-form.ts';
import fieldStyles from '../../shared/ui/field.module.css';
import scopesStyles from '../ui/scopes.module.css';
import { scopeWords } from './token-labels.ts';
import tokensStyles from './tokens.module.css';

const lives = [
  [30, '30 days'],
  [90, '90 days'],
  [365, 'A year'],
] as const;

/** What was chosen in TokenOptions; days from now, null = no expiry. */
export function readTokenOptions(form: FormData): { scopes: TokenScope[]; expiresInDays: number | null } {
  const days = textOf(form, 'expiresInDays');
  const scopes = form.getAll('scopes');
  return { scopes: tokenScopes.filter((one) => scopes.includes(one)), expiresInDays: days === '' ? null : Number(days) };
}

/** What a new token may do and for how long, behind a disclosure: most need neither. */
export function TokenOptions({ error }: { error: string | null }) {
  const errorId = useId();
  const details = useRef<HTMLDetailsElement>(null);
  // An error must be seen, also by who closed the options again.
  useEffect(() => {
    if (error !== null && details.current) details.current.open = true;
  }, [error]);
  return (
    <details ref={details} className={tokensStyles.more}>
      <summary className="link">More options</summary>
      <div className={tokensStyles.options}>
        <fieldset className={scopesStyles.scopes}>
          <legend>The token may</legend>
          {tokenScopes.map((scope) => (
            <label key={scope} className={scopesStyles.scope}>
              {/* The form puts the focus on the first one that is wrong, which says why. */}
              <input
                type="checkbox"
                name="scopes"
                value={scope}
                defaultChecked
                aria-invalid={error ? true : undefined}
                aria-describedby={error ? errorId : undefined}
              />
              <span>
                {scopeWords[scope].name}
                <small>{scopeWords[scope].hint}</small>
              </span>
            </label>
          ))}
          <FieldError id={errorId} message={error} />
        </fieldset>
        <Field label="Expires after">
          {(control) => (
            <select {...control} className={fieldStyles.input} data-slot="field-input" name="expiresInDays" defaultValue="">
              <option value="">No expiry</option>
              {lives.map(([days, words]) => (
                <option key={days} value={days}>
                  {words}
                </option>
              ))}
            </select>
          )}
        </Field>
      </div>
    </details>
  );
}
