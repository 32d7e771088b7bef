import type { ReactNode } from 'react';
import { Field } from '../../../shared/form/field.tsx';
import fieldStyles from '../../../shared/ui/field.module.css';

type SelectFieldProps = {
  label: string;
  name: string;
  hint?: ReactNode;
  /** Value, then its words. */
  options: readonly (readonly [value: string, words: string])[];
  defaultValue: string;
};

/** One of a few values. */
export function SelectField({ label, hint, options, ...select }: SelectFieldProps) {
  return (
    <Field label={label} hint={hint}>
      {(control) => (
        <select {...control} {...select} className={fieldStyles.input} data-slot="field-input">
          {options.map(([value, words]) => (
            <option key={value} value={value}>
              {words}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
