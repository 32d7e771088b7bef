import styles from '../../shared/code/code-block.module.css';
import { copiedShownMs } from '../../shared/code/copied-shown-ms.ts';
import { toggleTheme } from '../../shared/ui/theme.ts';
import { startEstimator } from './estimator.ts';
import { startLanguages } from './languages.ts';
import { onPress } from './on-press.ts';
import { startProductLoop } from './product-loop.ts';
import { startSessionLinks } from './session-links.ts';
import { startTryIt } from './try-it.ts';

/** Marks in the table of contents which section the reader has reached. */
function startReachedSection(): void {
  const links = new Map<string, Element>();
  for (const link of document.querySelectorAll<HTMLAnchorElement>('[data-slot~=contents] > a'))
    links.set(link.hash.slice(1), link);
  const inSight = new Set<string>();
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) {
        if (isIntersecting) inSight.add(target.id);
        else inSight.delete(target.id);
      }
      // None above the first section, wherever the reader came from.
      const reached = [...links.keys()].findLast((id) => inSight.has(id));
      for (const [id, link] of links) {
        if (id === reached) link.setAttribute('aria-current', 'true');
        else link.removeAttribute('aria-current');
      }
    },
    { rootMargin: '-15% 0px -75%' },
  );
  for (const id of links.keys()) {
    const section = document.getElementById(id);
    if (section) observer.observe(section);
  }
}

/**
 * `data-docs-search`: the field that looks through the file that the attribute names. Field, code and file are ready when it is
 * entered, not before: most readers of a page search nothing. The key `/` enters it.
 */
function startDocsSearch(): void {
  const search = document.querySelector<HTMLElement>('[data-docs-search]');
  const field = search?.querySelector('input');
  if (!search || !field) return;
  const open = async () => {
    try {
      const { openSearch } = await import('./open-search.ts');
      await openSearch(search, field);
    } catch {
      const status = search.querySelector('[role=status]');
      if (status) status.textContent = 'The search could not be loaded. Leave the field and enter it again to try once more.';
      field.addEventListener('focus', open, { once: true });
    }
  };
  field.addEventListener('focus', open, { once: true });
  field.disabled = false;
  document.addEventListener('keydown', (event) => {
    const { key, target, ctrlKey, metaKey, altKey } = event;
    const isTyping = target instanceof Element && target.closest('input, textarea, select, [contenteditable]') !== null;
    if (key !== '/' || ctrlKey || metaKey || altKey || isTyping) return;
    event.preventDefault();
    field.focus();
  });
}

/** `data-copy`: puts the attribute's text on the clipboard and says so for two seconds; says nothing where the browser forbids it. */
function startCopyButtons(): void {
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
  for (const code of document.querySelectorAll<HTMLElement>('[data-slot~=code-block] figure')) code.tabIndex = 0;
}

/** `data-theme-switch`: the other theme. */
function startThemeSwitch(): void {
  onPress('data-theme-switch', toggleTheme);
}

/** `data-back`: the page before. */
function startBackButtons(): void {
  onPress('data-back', () => window.history.back());
}

/** All that runs on the pages that are only read (`static-page.ts`). Each part looks for its elements and does nothing without them. */
startThemeSwitch();
startCopyButtons();
startBackButtons();
startReachedSection();
startEstimator();
startLanguages();
startDocsSearch();
startTryIt();
startProductLoop();
startSessionLinks();
