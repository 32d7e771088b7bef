import styles from '../../shared/ui/meter.module.css';

/** A share of an allowance; ticks each 10 %, never beyond full. Put used, total and remaining as text nearby. */
export function Meter({ label, value, max }: { label: string; value: number; max: number }) {
  return (
    <progress
      className={`${styles.meter} ${styles.ticks}`}
      data-slot="meter"
      aria-label={label}
      max={max}
      value={Math.min(value, max)}
    />
  );
}
