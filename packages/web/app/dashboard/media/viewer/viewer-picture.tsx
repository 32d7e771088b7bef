import { fitScale, type Size, type View } from './view.ts';
import styles from './viewer.module.css';

type ViewerPictureProps = {
  src: string | null;
  alt: string;
  size: Size;
  /** What is free for it on the screen. */
  room: Size;
  view: View;
  look: 'hidden' | 'grey' | 'clear';
};

const looks = { hidden: styles.hidden, grey: styles.grey, clear: undefined };

/** A picture in its room, as the view wants it. */
export function ViewerPicture({ src, alt, size, room, view, look }: ViewerPictureProps) {
  const { zoom, x, y, turns } = view;
  const scale = fitScale(size, room, turns) * zoom;
  const transform = `translate(calc(-50% + ${x}px), calc(-50% + ${y}px)) rotate(${turns * 90}deg)`;
  return (
    <div className={styles.room} data-slot="viewer-room">
      {src === null ? null : (
        <img
          className={looks[look]}
          src={src}
          alt={alt}
          draggable={false}
          width={size.width}
          height={size.height}
          style={{ width: size.width * scale, height: size.height * scale, transform }}
        />
      )}
    </div>
  );
}
