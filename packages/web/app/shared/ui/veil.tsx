import { Eye, EyeOff } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Icon } from './icon.tsx';
import { useSay } from './toast.tsx';
import styles from './veil.module.css';

type ShotProps = {
  src: string;
  alt: string;
  /** Flagged media is blurred until someone chooses to look. */
  veiled?: boolean;
  /** Sharp but without colour: less hard to look at. */
  grey?: boolean;
  /** Without the Reveal pill, for small prints inside a link. */
  pill?: boolean;
  /** Whether Tab stops at the pill. */
  stop?: boolean;
  width?: number;
  height?: number;
  eager?: boolean;
  /** The scan line runs over it while it is being read. */
  scanning?: boolean;
  /** Once it is revealed: without colour. */
  revealsGrey?: boolean;
  /** Once it is revealed: small, until somebody asks for its full size. */
  revealsSmall?: boolean;
  /** Asked before it is revealed. @returns whether it may be */
  onReveal?: (() => Promise<boolean>) | undefined;
  /** The picture could not be loaded. */
  onError?: () => void;
  /** Corners or a duration chip. */
  children?: ReactNode;
};

/** Read out once a key or its button has revealed or hidden what bears that name. */
export const revealWords = (open: boolean, name: string): string => `${open ? 'Revealed' : 'Hidden'}: ${name}`;

/** A print: 4:3, hairline, and the veil over flagged media. A reveal lasts as long as the print is on the page. */
export function Shot({
  src,
  alt,
  veiled = false,
  grey = false,
  pill = true,
  stop = true,
  width = 720,
  height = 540,
  eager = false,
  scanning = false,
  revealsGrey = false,
  revealsSmall = false,
  onReveal,
  onError,
  children,
}: ShotProps) {
  const [open, setOpen] = useState(false);
  const [isWhole, setWhole] = useState(false);
  const say = useSay();
  const isSmall = veiled && open && revealsSmall && !isWhole;
  const toggle = async () => {
    setWhole(false);
    const opens = !open && (await onReveal?.()) !== false;
    setOpen(opens);
    if (opens !== open) say(revealWords(opens, alt));
  };
  const looks = [veiled && styles.veil, grey && styles.grey, open && styles.open, scanning && styles.scan];
  const revealed = [veiled && revealsGrey && styles.revealsGrey, isSmall && styles.small];
  return (
    <div
      className={[styles.shot, ...looks, ...revealed].filter(Boolean).join(' ')}
      data-slot={`shot${veiled ? ' veil' : ''}${open ? ' open' : ''}`}
    >
      <img
        src={src}
        alt={veiled && !open ? 'Hidden: flagged media' : alt}
        width={width}
        height={height}
        loading={eager ? 'eager' : 'lazy'}
        onError={onError}
      />
      {veiled && pill ? (
        <button
          className={styles.reveal}
          data-slot="reveal"
          type="button"
          tabIndex={stop ? 0 : -1}
          aria-label={`${open ? 'Hide' : 'Reveal'} ${alt}`}
          onClick={() => void toggle()}
        >
          <Icon of={open ? EyeOff : Eye} />
          <span>{open ? 'Hide' : 'Reveal'}</span>
        </button>
      ) : null}
      {isSmall ? (
        <button className={styles.whole} type="button" onClick={() => setWhole(true)}>
          Full size
        </button>
      ) : null}
      {scanning ? <i className={styles.scanline} aria-hidden="true" /> : null}
      {children}
    </div>
  );
}

/** Four registration corners; the element around needs `position: relative` (class `frame`). */
export function Corners() {
  return <span className={styles.corners} data-slot="corners" aria-hidden="true" />;
}
