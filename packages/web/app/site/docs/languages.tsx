import { Plus } from 'lucide-react';
import { Icon } from '../../shared/ui/icon.tsx';
import { Example } from './example.tsx';
import styles from './languages.module.css';
import type { Program } from './programs.server.ts';

/** The same program in several languages, one open at a time, by the browser alone. */
export function Languages({ name, list }: { name: string; list: readonly Program[] }) {
  return (
    <div className={styles.languages} data-slot="languages">
      {list.map(({ language, label, text }, place) => (
        <details key={language} name={name} open={place === 0}>
          <summary>
            {language}
            <Icon of={Plus} />
          </summary>
          <Example label={label} text={text} />
        </details>
      ))}
    </div>
  );
}
