import { Link } from 'react-router';
import styles from './brand.module.css';

const corners =
  'M3 9V4.5A1.5 1.5 0 0 1 4.5 3H9M15 21h4.5a1.5 1.5 0 0 0 1.5-1.5V15M15 3h4.5A1.5 1.5 0 0 1 21 4.5V9M9 21H4.5' +
  'A1.5 1.5 0 0 1 3 19.5V15';

/** The logo, a link home: four registration corners and a dot. */
export function Brand({ to }: { to: string }) {
  return (
    <Link className={styles.brand} data-slot="brand" to={to} reloadDocument={to === '/'}>
      <svg viewBox="0 0 24 24" fill="none" aria-hidden="true">
        <path d={corners} stroke="currentColor" strokeWidth="2.2" strokeLinecap="square" />
        <circle className={styles.dot} cx="12" cy="12" r="3.6" />
      </svg>
      Clearframe
    </Link>
  );
}
