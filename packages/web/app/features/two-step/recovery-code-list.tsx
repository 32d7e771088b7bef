import { Check, Copy, Download } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { useCopied } from '../../ui/use-copied.ts';
import styles from './two-step.module.css';

/** The codes, for the one time that they are shown, with ways to keep them. */
export function RecoveryCodeList({ codes }: { codes: readonly string[] }) {
  const { copied, copy } = useCopied();
  const text = `${codes.join('\n')}\n`;
  return (
    <div className={styles.keep}>
      <p className="muted">
        Each code signs you in once when your phone is not at hand. They are shown only now: keep them where your password manager
        or your papers are.
      </p>
      <ul className={styles.codes} aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="row">
        <Button size="small" onClick={() => void copy(text)}>
          <Icon of={copied ? Check : Copy} />
          <span aria-live="polite">{copied ? 'Copied' : 'Copy all'}</span>
        </Button>
        <Button size="small" onClick={() => saveFile('clearframe-recovery-codes.txt', new Blob([text], { type: 'text/plain' }))}>
          <Icon of={Download} />
          Download
        </Button>
      </div>
    </div>
  );
}
