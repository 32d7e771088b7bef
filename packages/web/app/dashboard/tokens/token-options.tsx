import { type TokenScope, tokenScopes } from '@clearframe/contract';
import { useEffect, useId, useRef } from 'react';
import { Field, FieldError } from '../../shared/form/field.tsx';
import fieldStyles from '../../shared/ui/field.module.css';
import scopesStyles from '../ui/scopes.module.css';
import { scopeWords } from './token-labels.ts';
import tokensStyles from './tokens.module.css';

export type TokenChoice = { scopes: readonly TokenScope[]; expiresInDays: number | null };
/** What a token has when nobody chooses. */
export const plainChoice: TokenChoice = { scopes: tokenScopes, expiresInDays: null };

const lives = [
  [30, '30 days'],
  [90, '90 days'],
  [365, 'A year'],
] as const;

type TokenOptionsProps = { choice: TokenChoice; onChoose: (choice: TokenChoice) => void; error: string | null };

/** What a new token may do and for how long, behind a disclosure: most need neither. */
export function TokenOptions({ choice, onChoose, error }: TokenOptionsProps) {
  const errorId = useId();
  const details = useRef<HTMLDetailsElement>(null);
  // An error must be seen, also by who closed the options again.
  useEffect(() => {
    if (error !== null && details.current) details.current.open = true;
  }, [error]);
  const turn = (scope: TokenScope, on: boolean) =>
    onChoose({ ...choice, scopes: tokenScopes.filter((one) => (one === scope ? on : choice.scopes.includes(one))) });
  return (
    <details ref={details} className={tokensStyles.more}>
      <summary className="link">More options</summary>
      <div className={tokensStyles.options}>
        <fieldset className={scopesStyles.scopes} aria-describedby={error ? errorId : undefined}>
          <legend>The token may</legend>
          {tokenScopes.map((scope) => (
            <label key={scope} className={scopesStyles.scope}>
              <input
                type="checkbox"
                checked={choice.scopes.includes(scope)}
                onChange={(event) => turn(scope, event.target.checked)}
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
            <select
              {...control}
              className={fieldStyles.input}
              data-slot="field-input"
              value={choice.expiresInDays ?? ''}
              onChange={(event) =>
                onChoose({ ...choice, expiresInDays: event.target.value === '' ? null : Number(event.target.value) })
              }
            >
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
