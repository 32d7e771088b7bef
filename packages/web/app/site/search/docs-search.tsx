import { Search } from 'lucide-react';
import fieldStyles from '../../shared/ui/field.module.css';
import { Icon } from '../../shared/ui/icon.tsx';
import styles from './docs-search.module.css';

/** Looks through documentation, reference and guides. `page-script/page-script.ts` switches it on and fills in what is found. */
export function DocsSearch() {
  return (
    <search className={styles.docsSearch} data-docs-search="/docs/search.json">
      <label className="visually-hidden" htmlFor="docs-search">
        Search the documentation
      </label>
      <div className={fieldStyles.inputWrap} data-slot="field-input-wrap">
        <Icon of={Search} />
        <input
          className={fieldStyles.input}
          data-slot="field-input"
          id="docs-search"
          type="search"
          aria-keyshortcuts="/"
          placeholder="Search the docs"
          autoComplete="off"
          spellCheck={false}
          disabled
        />
        <kbd>/</kbd>
      </div>
      <p className="dim" role="status" />
      <ul />
    </search>
  );
}
