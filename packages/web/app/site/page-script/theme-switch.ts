import { toggleTheme } from '../../shared/ui/theme.ts';
import { onPress } from './on-press.ts';

/** `data-theme-switch`: the other theme. */
export function startThemeSwitch(): void {
  onPress('data-theme-switch', toggleTheme);
}
