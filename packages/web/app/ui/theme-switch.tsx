import { Moon, Sun } from 'lucide-react';
import { toggleTheme } from '../theme.ts';
import { Button } from './button.tsx';

/** Both icons are in the page; the style sheet shows the one of the theme, so prerendered pages need not know it. */
export function ThemeSwitch() {
  return (
    <Button
      kind="ghost"
      icon
      className="theme"
      data-theme-switch=""
      aria-label="Switch between light and dark theme"
      onClick={toggleTheme}
    >
      <Sun className="ic sun" aria-hidden="true" />
      <Moon className="ic moon" aria-hidden="true" />
    </Button>
  );
}
