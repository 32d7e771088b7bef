import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { useCopied } from '../../ui/use-copied.ts';

type CopyTokenProps = { token: string; name: string /** With words, for the banner; else the icon alone. */; words?: boolean };

/** Copies the whole token and says so for two seconds. Where the browser forbids the clipboard it shows the token to copy by hand. */
export function CopyToken({ token, name, words = false }: CopyTokenProps) {
  const { copied, copy } = useCopied();
  const [byHand, setByHand] = useState(false);
  if (byHand) {
    return <input className="in by-hand" readOnly value={token} aria-label={`Token ${name}`} ref={(input) => input?.select()} />;
  }
  const press = async () => {
    if (!(await copy(token))) setByHand(true);
  };
  return (
    <Button
      kind={words ? 'secondary' : 'ghost'}
      size="small"
      icon={!words}
      className={copied ? 'copied' : ''}
      aria-label={copied ? `Copied token ${name}` : `Copy token ${name}`}
      onClick={() => void press()}
    >
      <Icon of={copied ? Check : Copy} />
      {words ? <span>{copied ? 'Copied' : 'Copy token'}</span> : null}
      <span className="sr" role="status">
        {copied ? 'Copied' : ''}
      </span>
    </Button>
  );
}
