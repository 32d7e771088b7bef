import type { ReactNode } from 'react';
import '../styles/site.css';
import { Brand } from '../ui/brand.tsx';
import { ThemeSwitch } from '../ui/theme-switch.tsx';
import { Corners } from '../ui/veil.tsx';

type AccountFrameProps = { picture: string; words: string; caption: string; children: ReactNode };

/** The form on the left, a cyanotype on the right. */
export function AccountFrame({ picture, words, caption, children }: AccountFrameProps) {
  return (
    <div className="auth">
      <div className="auth-l">
        <header className="row between">
          <Brand to="/" />
          <ThemeSwitch />
        </header>
        <main className="auth-f" id="main">
          {children}
        </main>
      </div>
      <aside className="auth-r" aria-label="Picture">
        {/* Lazy: where the picture has no room, phones do not load it. */}
        <img className="bgp" src={picture} alt="" loading="lazy" />
        <Corners />
        <blockquote>
          {words}
          <cite>{caption}</cite>
        </blockquote>
      </aside>
    </div>
  );
}
