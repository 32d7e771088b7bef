import { messages } from '@clearframe/contract';
import { Copy } from 'lucide-react';
import { useState } from 'react';
import { errorMessage } from '../../shared/api/error-message.ts';
import { NotConfirmed } from '../../shared/api/not-confirmed.ts';
import { useCopied } from '../../shared/code/use-copied.ts';
import { Button } from '../../shared/ui/button.tsx';
import fieldStyles from '../../shared/ui/field.module.css';
import { Icon } from '../../shared/ui/icon.tsx';
import { signs } from '../../shared/ui/signs.ts';
import { useToast } from '../../shared/ui/toast.tsx';
import { useConfirmed } from '../shell/confirm/confirm-provider.tsx';
import tokensStyles from './tokens.module.css';

/** Reads a secret that needs a proof. `run` gives null when the person closed the question, or after it said what went wrong. */
function useReveal() {
  const confirmed = useConfirmed();
  const toast = useToast();
  const [busy, setBusy] = useState(false);
  const run = async (reveal: () => Promise<string>): Promise<string | null> => {
    setBusy(true);
    try {
      return await confirmed(reveal);
    } catch (error) {
      if (!(error instanceof NotConfirmed)) toast(errorMessage(error, messages.anErrorOccurred));
      return null;
    } finally {
      setBusy(false);
    }
  };
  return { busy, run };
}

type CopyTokenProps = {
  token: string;
  name: string;
  /** What it is, where it is no token. */
  thing?: string;
  /** With words, for the banner; else the icon alone. */
  words?: boolean;
  /** Asks for the rest, where the list holds the beginning of the token alone. */
  reveal?: (() => Promise<string>) | undefined;
};

/**
 * Copies the whole token and says so for two seconds. Where the server keeps the rest back, the person proves first who they are.
 * Where the browser forbids the clipboard it shows the token to copy by hand.
 */
export function CopyToken({ token, name, thing = 'token', words = false, reveal }: CopyTokenProps) {
  const { copied, copy } = useCopied();
  const [byHand, setByHand] = useState<string | null>(null);
  const read = useReveal();
  if (byHand !== null) {
    return (
      <input
        className={`${fieldStyles.input} ${tokensStyles.byHand}`}
        data-slot="field-input"
        readOnly
        value={byHand}
        aria-label={`The ${thing} ${name}`}
        ref={(input) => input?.select()}
      />
    );
  }
  const press = async () => {
    const whole = reveal ? await read.run(reveal) : token;
    if (whole !== null && !(await copy(whole))) setByHand(whole);
  };
  return (
    <Button
      kind={words ? 'secondary' : 'ghost'}
      size="small"
      icon={!words}
      busy={read.busy}
      className={copied ? tokensStyles.copied : ''}
      aria-label={`${copied ? 'Copied' : 'Copy'} ${thing} ${name}`}
      onClick={() => void press()}
    >
      <Icon of={copied ? signs.check : Copy} />
      {words ? <span>{copied ? 'Copied' : `Copy ${thing}`}</span> : null}
      <span className="visually-hidden" role="status">
        {copied ? 'Copied' : ''}
      </span>
    </Button>
  );
}
