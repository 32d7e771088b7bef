import type { Choice } from '../../shared/try-it/use-try.ts';
import dropStyles from '../../shared/ui/drop-area.module.css';

/**
 * `data-try-it`: waits for the first picture, then loads what checks and shows it: React and the result of the dashboard, which
 * nobody else has to load.
 */
export function startTryIt(): void {
  const place = document.querySelector<HTMLElement>('[data-try-it]');
  if (!place) return;
  let isLoading = false;
  const begin = async (choice: Choice) => {
    if (isLoading) return;
    isLoading = true;
    place.setAttribute('aria-busy', 'true');
    try {
      const { mountTry } = await import('../try-it/mount-try.tsx');
      listening.abort();
      mountTry(place, choice);
    } catch {
      const fault = place.querySelector<HTMLElement>('[data-try-fault]');
      const words = fault?.querySelector('span');
      if (words) words.textContent = 'The server could not be reached. Check your connection and try again.';
      if (fault) fault.hidden = false;
    }
    isLoading = false;
    place.removeAttribute('aria-busy');
  };
  const listening = new AbortController();
  const { signal } = listening;
  place.addEventListener(
    'change',
    ({ target }) => {
      const file = target instanceof HTMLInputElement ? target.files?.[0] : undefined;
      if (file) void begin(file);
    },
    { signal },
  );
  for (const button of place.querySelectorAll<HTMLElement>('[data-try-sample]')) {
    const src = button.querySelector('img')?.src;
    if (src) button.addEventListener('click', () => void begin({ src, name: button.dataset.trySample ?? '' }), { signal });
  }
  takeDrops(place);
  takePastes(place);
  // What was chosen while this script was on its way.
  const early = place.querySelector<HTMLInputElement>('input[type=file]')?.files?.[0];
  if (early) void begin(early);
}

/** Has the input hold the files, and tells whoever listens to it by then. @returns false where there are none */
function give(place: HTMLElement, files: FileList | undefined): boolean {
  const input = place.querySelector<HTMLInputElement>('input[type=file]');
  if (!input || !files?.length) return false;
  input.files = files;
  input.dispatchEvent(new Event('change', { bubbles: true }));
  return true;
}

/** A picture that is pasted anywhere on the page. */
function takePastes(place: HTMLElement): void {
  document.addEventListener('paste', (event) => {
    if (give(place, event.clipboardData?.files)) event.preventDefault();
  });
}

/** A file that is dropped on the place goes through its input, whoever listens to that by then. */
function takeDrops(place: HTMLElement): void {
  const over = (on: boolean) => place.querySelector('[data-slot~=drop-area]')?.classList.toggle(`${dropStyles.over}`, on);
  place.addEventListener('dragover', (event) => {
    if (!place.querySelector('[data-slot~=drop-area]')) return;
    event.preventDefault();
    over(true);
  });
  place.addEventListener('dragleave', () => over(false));
  place.addEventListener('drop', (event) => {
    over(false);
    if (give(place, event.dataTransfer?.files)) event.preventDefault();
  });
}
