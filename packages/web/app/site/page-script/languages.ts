import { LANGUAGE_KEY } from '../../shared/ui/theme.ts';
import { onPress } from './on-press.ts';

/** What a page shows until its reader chooses. */
const standard = 'curl';

/** `data-choose-language`: shows every example of the page in that language, and keeps the choice for this browser. */
export function startLanguages(): void {
  const root = document.documentElement;
  const buttons = document.querySelectorAll<HTMLElement>('[data-choose-language]');
  const mark = () => {
    for (const button of buttons)
      button.setAttribute('aria-pressed', `${button.dataset.chooseLanguage === (root.dataset.language ?? standard)}`);
  };
  onPress('data-choose-language', (button) => {
    // Examples above it become longer or shorter: what was pressed stays under the pointer.
    const before = button.getBoundingClientRect().top;
    root.dataset.language = button.dataset.chooseLanguage ?? standard;
    mark();
    window.scrollBy({ top: button.getBoundingClientRect().top - before, behavior: 'instant' });
    try {
      localStorage.setItem(LANGUAGE_KEY, root.dataset.language);
    } catch {
      // Storage can be forbidden; the choice then lasts for this page only.
    }
  });
  mark();
}
