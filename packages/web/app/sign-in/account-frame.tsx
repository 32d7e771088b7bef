import { type ReactNode, useRef } from 'react';
import { Brand } from '../shared/ui/brand.tsx';
import { ThemeSwitch } from '../shared/ui/theme-switch.tsx';
import { Corners } from '../shared/ui/veil.tsx';
import styles from './account-frame.module.css';
import { useArrivalFocus } from './use-arrival-focus.ts';

type AccountFrameProps = {
  picture: string;
  words: string;
  caption: string;
  /** Four fields and more: it begins higher. */
  tall?: boolean;
  children: ReactNode;
};

/** The form on the left, a cyanotype on the right. */
export function AccountFrame({ picture, words, caption, tall = false, children }: AccountFrameProps) {
  const page = useRef<HTMLElement>(null);
  useArrivalFocus(page);
  return (
    <div className={styles.page}>
      <div className={styles.left}>
        <header className="row between">
          <Brand to="/" />
          <ThemeSwitch />
        </header>
        <main className={tall ? `${styles.form} ${styles.tall}` : styles.form} id="main" ref={page}>
          {children}
        </main>
      </div>
      <aside className={styles.right} aria-label="Picture">
        {/* Lazy: where the picture has no room, phones do not load it. */}
        <img className={styles.picture} src={picture} alt="" loading="lazy" />
        <Corners />
        <blockquote>
          {words}
          <cite>{caption}</cite>
        </blockquote>
      </aside>
    </div>
  );
}
