import { Copy } from 'lucide-react';
import type { ReactNode } from 'react';
import { Icon } from '../ui/icon.tsx';
import { signs } from '../ui/signs.ts';
import styles from './code-block.module.css';
import { useCopied } from './use-copied.ts';

/** It scrolls inside itself, and in some browsers only what takes the focus scrolls by keyboard. A page has many: no landmarks. */
const focusable = (element: HTMLElement | null) => {
  if (element) element.tabIndex = 0;
};

/** Code to copy. `text` is what lands on the clipboard; children are the same with the colours of its style sheet. */
export function CodeBlock({ label, text, children }: { label: string; text: string; children?: ReactNode }) {
  const { copied, copy } = useCopied();
  return (
    <div className={styles.codeBlock} data-slot="code-block">
      <div className={styles.bar}>
        <span>{label}</span>
        <button
          className={`${styles.copy}${copied ? ` ${styles.done}` : ''}`}
          type="button"
          data-copy={text}
          onClick={() => void copy(text)}
        >
          <Icon of={Copy} />
          <Icon of={signs.check} />
          <span aria-live="polite">{copied ? 'Copied' : 'Copy'}</span>
        </button>
      </div>
      <figure aria-label={label} ref={focusable}>
        <pre>
          <code>{children ?? text}</code>
        </pre>
      </figure>
    </div>
  );
}
