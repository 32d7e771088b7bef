import styles from '../../shared/code/code-block.module.css';
import { copiedShownMs } from '../../shared/code/copied-shown-ms.ts';
import { onPress } from './on-press.ts';

/** `data-copy`: puts the attribute's text on the clipboard and says so for two seconds; says nothing where the browser forbids it. */
export function startCopyButtons(): void {
  const timers = new Map<HTMLElement, ReturnType<typeof setTimeout>>();
  const show = (button: HTMLElement, copied: boolean) => {
    button.classList.toggle(`${styles.done}`, copied);
    const words = button.querySelector('[aria-live]');
    if (words) words.textContent = copied ? 'Copied' : 'Copy';
  };
  onPress('data-copy', (button) => {
    navigator.clipboard?.writeText(button.dataset.copy ?? '').then(
      () => {
        show(button, true);
        clearTimeout(timers.get(button));
        timers.set(button, setTimeout(show, copiedShownMs, button, false));
      },
      () => {},
    );
  });
  // It scrolls inside itself, and in some browsers only a focusable region scrolls by keyboard.
  for (const code of document.querySelectorAll<HTMLElement>('[data-slot~=code-block] section')) code.tabIndex = 0;
}
