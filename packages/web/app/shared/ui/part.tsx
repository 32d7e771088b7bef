import { type ComponentType, type FunctionComponent, lazy, useEffect, useEffectEvent } from 'react';
import { useToast } from './toast.tsx';

const NotLoaded = () => <p className="muted">Could not load this part. Reload the page.</p>;

/** As a dialog is told: what was asked for is closed again, so that it can be asked for once more. */
type AskedProps = { open?: boolean; onClose?: () => void };

function NotOpened({ open = true, onClose }: AskedProps) {
  const toast = useToast();
  const say = useEffectEvent(() => {
    toast('Could not open it. Reload the page.', { isFault: true });
    onClose?.();
  });
  useEffect(() => {
    if (open) say();
  }, [open]);
  return null;
}

/** @param Otherwise in its place where it cannot be fetched */
const later = <Props extends object>(load: () => Promise<ComponentType<Props>>, Otherwise: FunctionComponent<Props>) =>
  lazy<ComponentType<Props>>(() =>
    load().then(
      (loaded) => ({ default: loaded }),
      () => ({ default: Otherwise }),
    ),
  );

/**
 * A part of a page whose code comes when it is shown. Where that cannot be fetched, the page stays.
 * @param load as in `async () => (await import('./roll.tsx')).Roll` @param Otherwise in its place then. Default: words that say so
 */
export const part = <Props extends object>(load: () => Promise<ComponentType<Props>>, Otherwise: FunctionComponent = NotLoaded) =>
  later<Props>(load, () => <Otherwise />);

/** What somebody opens, such as a dialog, whose code comes when they do. Where that cannot be fetched, a toast says so. */
export const opened = <Props extends AskedProps>(load: () => Promise<ComponentType<Props>>) =>
  later<Props>(load, ({ open, onClose }) => <NotOpened {...(open !== undefined && { open })} {...(onClose && { onClose })} />);

/** In the place of what nobody asked for. */
export const Nothing = () => null;
