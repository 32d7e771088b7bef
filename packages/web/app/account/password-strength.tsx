import { passwordRules, passwordStrength, passwordStrengths } from '@clearframe/contract';
import { Circle, CircleCheck } from 'lucide-react';
import { Icon } from '../ui/icon.tsx';

/** AUTH-01: strength by share of rules met, and which are not met yet. */
export function PasswordStrength({ password }: { password: string }) {
  const strength = passwordStrength(password);
  const level = passwordStrengths.indexOf(strength);
  return (
    <div className="strength">
      <div className="row between">
        <progress
          className={`meter strength-${strength}`}
          max={passwordStrengths.length - 1}
          value={level}
          aria-label="Password strength"
        />
        <span aria-live="polite" className="strength-word">
          {password === '' ? '' : strength}
        </span>
      </div>
      <ul>
        {passwordRules.map((rule) => {
          const met = rule.met(password);
          return (
            <li key={rule.label} className={met ? 'met' : undefined}>
              <Icon of={met ? CircleCheck : Circle} />
              {rule.label}
              <span className="sr">{met ? ', met' : ', not met yet'}</span>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
