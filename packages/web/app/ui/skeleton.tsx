const shapes = {
  print: 'sk-print',
  title: 'sk-title',
  badge: 'sk-badge',
  line: 'sk-line',
  row: 'sk-row',
  block: 'sk-block',
} as const;

/** A grey piece in the geometry of what is loading. Put `aria-busy` and a label on the region around it. */
export function Skeleton({ shape }: { shape: keyof typeof shapes }) {
  return <div className={`sk ${shapes[shape]}`} aria-hidden="true" />;
}
