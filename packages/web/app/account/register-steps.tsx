import { Check } from 'lucide-react';

/** Account, then Verify. */
export function RegisterSteps({ current }: { current: 'account' | 'verify' }) {
  const verifying = current === 'verify';
  return (
    <ol className="prog" aria-label={`Step ${verifying ? 2 : 1} of 2`}>
      <li className={verifying ? 'done' : 'on'} aria-current={verifying ? undefined : 'step'}>
        <i>{verifying ? <Check size={12} aria-label="Done" /> : '1'}</i>
        Account
      </li>
      <li className="prog-line" aria-hidden="true" />
      <li className={verifying ? 'on' : undefined} aria-current={verifying ? 'step' : undefined}>
        <i>2</i>
        Verify
      </li>
    </ol>
  );
}
