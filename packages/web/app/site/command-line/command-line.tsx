import { Copy } from 'lucide-react';
import codeStyles from '../../shared/code/code-block.module.css';
import { Icon } from '../../shared/ui/icon.tsx';
import { signs } from '../../shared/ui/signs.ts';
import styles from './command-line.module.css';

/** One command to copy, on one line. */
export function CommandLine({ command }: { command: string }) {
  return (
    <div className={`${codeStyles.codeBlock} ${styles.command}`}>
      <code>
        <span aria-hidden="true">$ </span>
        {command}
      </code>
      <button className={codeStyles.copy} type="button" data-copy={command}>
        <Icon of={Copy} />
        <Icon of={signs.check} />
        <span aria-live="polite">Copy</span>
        <span className="visually-hidden">the command</span>
      </button>
    </div>
  );
}
