import { qrDrawing } from './qr-path.ts';
import styles from './two-step.module.css';

/** A QR code, dark on white in both themes: cameras read no other. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { size, path } = qrDrawing(text);
  return (
    <svg className={styles.qr} viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} shapeRendering="crispEdges">
      <rect width={size} height={size} fill="white" />
      <path d={path} fill="black" />
    </svg>
  );
}
