import { type ComponentType, lazy } from 'react';

const NotLoaded = () => (
  <p className="muted" role="alert">
    Could not load this part. Reload the page.
  </p>
);

/**
 * A part of a page whose code comes when it is shown. Where that cannot be fetched, the page stays and says so in its place.
 * @param load as in `async () => (await import('./viewer.tsx')).Viewer`
 */
export const part = <Props extends object>(load: () => Promise<ComponentType<Props>>) =>
  lazy<ComponentType<Props>>(() =>
    load().then(
      (loaded) => ({ default: loaded }),
      () => ({ default: NotLoaded }),
    ),
  );
