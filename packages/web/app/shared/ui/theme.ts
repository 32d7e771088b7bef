type Theme = 'light' | 'dark';

const KEY = 'clearframe-theme';
/** Where the language of examples is kept that a reader chose. */
export const LANGUAGE_KEY = 'clearframe-language';

/**
 * Runs in <head> before the first paint: the chosen theme, else the system's, and the chosen language of examples. It is inline
 * because a file would load too late and flash; the server's Content-Security-Policy lists its hash. Quotes, ampersands and
 * angle brackets would be escaped when the page is prerendered and then not run, so there are none.
 */
export const themeScript = [
  'document.documentElement.dataset.theme=matchMedia(`(prefers-color-scheme:dark)`).matches?`dark`:`light`;',
  `try{let t=localStorage.getItem(\`${KEY}\`);if(t)document.documentElement.dataset.theme=t;`,
  `let l=localStorage.getItem(\`${LANGUAGE_KEY}\`);if(l)document.documentElement.dataset.language=l}catch{}`,
].join('');

/** Switches the page to the other theme and remembers it for this browser. */
export function toggleTheme(): void {
  const root = document.documentElement;
  const next: Theme = root.dataset.theme === 'dark' ? 'light' : 'dark';
  root.dataset.theme = next;
  try {
    localStorage.setItem(KEY, next);
  } catch {
    // Storage can be forbidden; the theme then lasts for this page only.
  }
}
