import { Suspense, useState } from 'react';
import { opened } from '../../../shared/ui/part.tsx';
import type { ShortcutsDialogProps } from './shortcuts-dialog.tsx';

/** Asked for by few, and by them once. */
const ShortcutsDialog = opened(async () => (await import('./shortcuts-dialog.tsx')).ShortcutsDialog);

/** The list of keys, whose code comes when somebody first asks for it. */
export function ShortcutsHelp(props: ShortcutsDialogProps) {
  const [wasAsked, setWasAsked] = useState(props.open);
  if (props.open && !wasAsked) setWasAsked(true);
  if (!wasAsked) return null;
  return (
    <Suspense>
      <ShortcutsDialog {...props} />
    </Suspense>
  );
}
