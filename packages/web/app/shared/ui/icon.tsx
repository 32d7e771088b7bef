import type { LucideIcon } from 'lucide-react';

/** A drawn icon of the house size. It is decoration: the words stand beside it, or on the button around it. */
export function Icon({ of: Drawing, large = false, filled = false }: { of: LucideIcon; large?: boolean; filled?: boolean }) {
  return (
    <Drawing
      className={`icon${large ? ' icon-large' : ''}${filled ? ' icon-filled' : ''}`}
      strokeWidth={1.75}
      aria-hidden="true"
    />
  );
}
