import { GivenRole, roleWords } from '@clearframe/contract';
import type { ComponentProps } from 'react';
import styles from '../../../shared/ui/field.module.css';

type RoleSelectProps = Omit<ComponentProps<'select'>, 'value' | 'onChange' | 'children'> & {
  role: GivenRole;
  onRole: (role: GivenRole) => void;
};

/** Moderator or viewer. */
export function RoleSelect({ role, onRole, className = '', ...select }: RoleSelectProps) {
  return (
    <select
      {...select}
      className={`${styles.input} ${className}`}
      data-slot="field-input"
      value={role}
      onChange={(event) => {
        const chosen = GivenRole.safeParse(event.target.value);
        if (chosen.success) onRole(chosen.data);
      }}
    >
      {GivenRole.options.map((option) => (
        <option key={option} value={option}>
          {roleWords[option].name}
        </option>
      ))}
    </select>
  );
}
