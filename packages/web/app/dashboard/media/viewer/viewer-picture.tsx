import type { ReactNode } from 'react';
import { fitScale, type Size, type View } from './view.ts';
import styles from './viewer.module.css';

/** What is free for a picture on the screen. */
export function ViewerRoom({ children }: { children: ReactNode }) {
  return (
    <div className={styles.room} data-slot="viewer-room">
      {children}
    </div>
  );
}

type ViewerImageProps = {
  src: string | null;
  alt: string;
  size: Size;
  /** Of its room. */
  room: Size;
  view: View;
  look: 'hidden' | 'grey' | 'clear';
  mirrored?: boolean;
  /** How much of it is seen, of 1, over another one. */
  opacity?: number;
};

const looks = { hidden: styles.hidden, grey: styles.grey, clear: undefined };

/** A picture in its room, as the view wants it. */
export function ViewerImage({ src, alt, size, room, view, look, mirrored = false, opacity = 1 }: ViewerImageProps) {
  if (src === null) return null;
  const { zoom, x, y, turns } = view;
  const scale = fitScale(size, room, turns) * zoom;
  const mirror = mirrored ? ' scaleX(-1)' : '';
  const transform = `translate(calc(-50% + ${x}px), calc(-50% + ${y}px)) rotate(${turns * 90}deg)${mirror}`;
  return (
    <img
      className={looks[look]}
      src={src}
      alt={alt}
      draggable={false}
      width={size.width}
      height={size.height}
      style={{ width: size.width * scale, height: size.height * scale, transform, opacity }}
    />
  );
}
