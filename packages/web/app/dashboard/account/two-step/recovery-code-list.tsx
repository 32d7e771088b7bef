import { Copy, Download } from 'lucide-react';
import { useCopied } from '../../../shared/code/use-copied.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { Icon } from '../../../shared/ui/icon.tsx';
import { signs } from '../../../shared/ui/signs.ts';
import { saveFile } from '../../ui/save-file.ts';
import styles from './two-step.module.css';

/** The codes, for the one time that they are shown, with ways to keep them. */
export function RecoveryCodeList({ codes }: { codes: readonly string[] }) {
  const { copied, copy } = useCopied();
  const text = `${codes.join('\n')}\n`;
  return (
    <div className={styles.keep}>
      <p className="muted">
        Each code signs you in once if you don’t have your phone. We show them only now: save them in your password manager.
      </p>
      <ul className={styles.codes} aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="row">
        <Button size="small" onClick={() => void copy(text)}>
          <Icon of={copied ? signs.check : Copy} />
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
