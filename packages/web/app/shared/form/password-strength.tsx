import { passwordRules, passwordStrength, passwordStrengths } from '@clearframe/contract';
import { Circle, CircleCheck } from 'lucide-react';
import { Icon } from '../ui/icon.tsx';
import meterStyles from '../ui/meter.module.css';
import styles from './password-strength.module.css';

const looks = { 'very-weak': styles.veryWeak, weak: styles.weak, medium: styles.medium, strong: styles.strong } as const;

type PasswordStrengthProps = {
  password: string;
  /** The error under the field names the rules that are not met: the list leaves them out. */
  named?: boolean;
};

/** AUTH-01: strength by share of rules met, and which are not met yet. */
export function PasswordStrength({ password, named = false }: PasswordStrengthProps) {
  const strength = passwordStrength(password);
  const level = passwordStrengths.indexOf(strength);
  return (
    <div className={styles.strength}>
      <div className="row between">
        <progress
          className={`${meterStyles.meter} ${looks[strength]}`}
          data-slot="meter"
          max={passwordStrengths.length - 1}
          value={level}
          aria-label="Password strength"
        />
        <span aria-live="polite" className={styles.word} data-slot="password-strength-word">
          {password === '' ? '' : strength.replace('-', ' ')}
        </span>
      </div>
      <ul>
        {passwordRules.map((rule) => {
          const met = rule.met(password);
          if (named && !met) return null;
          return (
            <li key={rule.label} className={met ? styles.met : undefined}>
              <Icon of={met ? CircleCheck : Circle} />
              {rule.label}
              <span className="visually-hidden">{met ? ', met' : ', not met yet'}</span>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
