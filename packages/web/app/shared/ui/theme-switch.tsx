import { Moon, Sun } from 'lucide-react';
import { Button } from './button.tsx';
import { toggleTheme } from './theme.ts';
import styles from './theme-switch.module.css';

/** Both icons are in the page; the style sheet shows the one of the theme, so prerendered pages need not know it. */
export function ThemeSwitch() {
  return (
    <Button
      kind="ghost"
      icon
      className={styles.theme}
      data-theme-switch=""
      aria-label="Switch between light and dark theme"
      onClick={toggleTheme}
    >
      <Sun className={`icon ${styles.sun}`} aria-hidden="true" />
      <Moon className={`icon ${styles.moon}`} aria-hidden="true" />
    </Button>
  );
}
