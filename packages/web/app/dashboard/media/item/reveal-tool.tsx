import { Eye, EyeOff } from 'lucide-react';
import { memo, type RefObject } from 'react';
import { Button } from '../../../shared/ui/button.tsx';
import { Icon } from '../../../shared/ui/icon.tsx';
import { KeyHint } from '../../ui/key-hint.tsx';
import styles from './reveal-tool.module.css';

/** Reveals or hides what a print shows, by the print's own button: it counts what is revealed, and asks where a break begins. */
export const turnVeil = (print: RefObject<HTMLElement | null>): void =>
  print.current?.querySelector<HTMLButtonElement>('[data-slot~=reveal]')?.click();

type RevealToolProps = {
  print: RefObject<HTMLElement | null>;
  /** Whether keys act. */
  shortcuts: boolean;
};

/** In the bar below the picture. The print knows whether it is veiled, so the style sheet picks the word. */
export const RevealTool = memo(({ print, shortcuts }: RevealToolProps) => (
  <Button kind="ghost" size="small" className={styles.revealTool} onClick={() => turnVeil(print)}>
    <span className={styles.reveals}>
      <Icon of={Eye} />
      Reveal
    </span>
    <span className={styles.hides}>
      <Icon of={EyeOff} />
      Hide
    </span>
    {shortcuts ? <KeyHint>R</KeyHint> : null}
  </Button>
));
