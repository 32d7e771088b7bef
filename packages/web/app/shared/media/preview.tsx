import { type ReactNode, useEffect, useState } from 'react';
import veilStyles from '../ui/veil.module.css';
import { BlankShot } from './media-shot.tsx';
import styles from './preview.module.css';

/** An address for a chosen file as long as the component is on the page. */
function useObjectUrl(file: File | null): string | null {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    if (file === null) return;
    const made = URL.createObjectURL(file);
    setUrl(made);
    return () => {
      URL.revokeObjectURL(made);
      setUrl(null);
    };
  }, [file]);
  return url;
}

type PreviewProps = {
  /** A file, or null for an address: our own policy keeps the browser from loading a foreign picture. */
  file: File | null;
  /** Stands in the neutral frame when the browser cannot show the picture. */
  name: string;
  onSides: (sides: { width: number; height: number }) => void;
  /** The scan line while it is read. */
  children?: ReactNode;
};

/** The chosen picture before it is uploaded. */
export function Preview({ file, name, onSides, children }: PreviewProps) {
  const url = useObjectUrl(file);
  const [broken, setBroken] = useState(false);
  if (file === null || broken) {
    return (
      <div className="frame">
        <BlankShot>{name}</BlankShot>
        {children ? <div className={styles.shotOver}>{children}</div> : null}
      </div>
    );
  }
  return (
    <div className={veilStyles.shot} data-slot="shot">
      {url ? (
        <img
          src={url}
          alt={name}
          onError={() => setBroken(true)}
          onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) => onSides({ width, height })}
        />
      ) : null}
      {children}
    </div>
  );
}
