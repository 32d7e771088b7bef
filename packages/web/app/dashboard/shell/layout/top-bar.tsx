import { ChevronLeft, ChevronRight, Search, Upload } from 'lucide-react';
import type { RefObject } from 'react';
import { Link, useLocation } from 'react-router';
import { Button, LinkButton } from '../../../shared/ui/button.tsx';
import { Icon } from '../../../shared/ui/icon.tsx';
import { signs } from '../../../shared/ui/signs.ts';
import { ThemeSwitch } from '../../../shared/ui/theme-switch.tsx';
import { KeyHint } from '../../ui/key-hint.tsx';
import { PageActionsPlace } from '../page/page-actions.tsx';
import { usePageHandle } from '../page/page-handle.ts';
import { useSetTitle } from '../page/page-title.tsx';
import { useMay } from '../role/use-may.ts';
import styles from './top-bar.module.css';

type TopBarProps = { opener: RefObject<HTMLButtonElement | null>; open: boolean; onOpen: () => void; onSearch: () => void };

/** Holds the page's one h1, the theme switch and Upload. */
export function TopBar({ opener, open, onOpen, onSearch }: TopBarProps) {
  const { title, parent, upload = 'secondary' } = usePageHandle();
  const { search } = useLocation();
  const above = parent ? `${parent.to}${parent.keepsSearch ? search : ''}` : '';
  const mayUpload = useMay('media.upload');
  const shown = useSetTitle() ?? title;
  return (
    <header className={styles.topBar} data-slot="top-bar">
      <Button
        ref={opener}
        kind="ghost"
        icon
        className={styles.menu}
        aria-label="Open menu"
        aria-controls="side"
        aria-expanded={open}
        onClick={onOpen}
      >
        <Icon of={signs.menu} />
      </Button>
      {parent ? (
        <Link className="only-on-phones" to={above} aria-label={`Back to ${parent.label}`}>
          <Icon of={ChevronLeft} large />
        </Link>
      ) : null}
      <div className={`${styles.crumb} truncate`}>
        {parent ? (
          <>
            <Link className={styles.parent} to={above}>
              {parent.label}
            </Link>
            <span className={styles.parent}>
              <Icon of={ChevronRight} />
            </span>
          </>
        ) : null}
        <h1 className={`${styles.heading} truncate`} tabIndex={-1}>
          {shown}
        </h1>
      </div>
      <div className={styles.end}>
        <PageActionsPlace />
        <Button kind="ghost" className={styles.search} aria-keyshortcuts="Control+K Meta+K" onClick={onSearch}>
          <Icon of={Search} />
          <span>Search or jump to</span>
          <KeyHint>Ctrl K</KeyHint>
        </Button>
        <ThemeSwitch />
        {upload === 'none' || mayUpload === false ? null : (
          <LinkButton kind={upload} to="/dashboard/upload" aria-label="Upload">
            <Icon of={Upload} />
            <span>Upload</span>
          </LinkButton>
        )}
      </div>
    </header>
  );
}
