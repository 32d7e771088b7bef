import { dsaCategories, dsaKeywords, type LabelContent, limits } from '@clearframe/contract';
import { Field, TextField } from '../../../shared/form/field.tsx';
import type { FormErrors } from '../../../shared/form/form-errors.ts';
import fieldStyles from '../../../shared/ui/field.module.css';
import { MoreOptions } from '../../ui/more-options.tsx';

/** How the EU's transparency database names the reason. */
export function TransparencyTerms({ before, errors }: { before: LabelContent; errors: FormErrors }) {
  return (
    <MoreOptions
      title="EU transparency database"
      hasError={Boolean(errors.dsa_keywords || errors.dsa_keyword_other || errors.dsa_category)}
    >
      <Field label="Category" error={errors.dsa_category}>
        {(control) => (
          <select
            {...control}
            className={fieldStyles.input}
            data-slot="field-input"
            name="dsa_category"
            defaultValue={before.dsa_category}
          >
            <Terms of={dsaCategories} />
          </select>
        )}
      </Field>
      <Field label="Keywords" optional hint="Hold Ctrl or ⌘ to choose several, up to 10." error={errors.dsa_keywords}>
        {(control) => (
          <select
            {...control}
            multiple
            size={6}
            className={fieldStyles.input}
            data-slot="field-input"
            name="dsa_keywords"
            defaultValue={before.dsa_keywords}
          >
            <Terms of={dsaKeywords} />
          </select>
        )}
      </Field>
      <TextField
        label="Keyword in your own words"
        name="dsa_keyword_other"
        optional
        hint="Choose “Not captured by any other keyword” too."
        defaultValue={before.dsa_keyword_other ?? ''}
        maxLength={limits.labelReferenceMaxLength}
        error={errors.dsa_keyword_other}
      />
    </MoreOptions>
  );
}

function Terms({ of }: { of: Readonly<Record<string, string>> }) {
  return Object.entries(of).map(([name, words]) => (
    <option key={name} value={name}>
      {words}
    </option>
  ));
}
