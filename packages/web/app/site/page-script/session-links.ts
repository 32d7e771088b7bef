import { mayHaveSession } from '../../shared/session/may-have-session.ts';
import { TABS_KEY } from '../../shared/session/tabs-key.ts';

/** `data-signed="in"` or `"out"`: links for whoever is signed in, and for everybody else. */
function show(signedIn: boolean): void {
  for (const link of document.querySelectorAll<HTMLElement>('[data-signed]'))
    link.hidden = (link.dataset.signed === 'in') !== signedIn;
}

/** AUTH-08: asks for the user only when a cookie says that there may be one; what asking takes is loaded only then. */
async function check(): Promise<void> {
  if (!mayHaveSession(document.cookie)) return show(false);
  const { isSignedIn } = await import('./is-signed-in.ts');
  show(await isSignedIn());
}

/** Leads whoever is signed in to the dashboard instead of the way in. Another tab, or Back to a page that was kept, may change that. */
export function startSessionLinks(): void {
  void check();
  window.addEventListener('storage', ({ key }) => {
    if (key === TABS_KEY) void check();
  });
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) void check();
  });
}
