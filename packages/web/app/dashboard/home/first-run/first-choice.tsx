import { type RefObject, useId } from 'react';
import car from '../../../shared/assets/img/car.webp';
import pears from '../../../shared/assets/img/pears.webp';
import poster from '../../../shared/assets/img/poster.webp';
import { FieldError } from '../../../shared/form/field.tsx';
import type { Choice } from '../../../shared/try-it/use-try.ts';
import dropAreaStyles from '../../../shared/ui/drop-area.module.css';
import fieldStyles from '../../../shared/ui/field.module.css';
import { DropZone } from '../../upload/drop-zone.tsx';
import styles from './first-run.module.css';
import type { OwnPictureState } from './use-own-picture.ts';

/** The server's visitors have one forbidden keyword, which stands on the last one. */
const samples = [
  { name: 'pears.webp', label: 'Three pears', src: pears },
  { name: 'car.webp', label: 'A toy car', src: car },
  { name: 'poster.webp', label: 'A poster that says “casino”', src: poster },
];

type FirstChoiceProps = {
  own: OwnPictureState;
  zone: RefObject<HTMLButtonElement | null>;
  /** Null where this server checks no samples. */
  onSample: ((sample: Choice) => void) | null;
};

/** Drop, choose or paste a picture, or take a sample. */
export function FirstChoice({ own, zone, onSample }: FirstChoiceProps) {
  const faultId = useId();
  return (
    <>
      <DropZone
        button={zone}
        describedBy={own.fault ? faultId : undefined}
        onFiles={(files) => void own.choose(files)}
        onPaste={(files) => void own.paste(files)}
      >
        <span className={dropAreaStyles.line} data-slot="drop-area-line">
          <span className={styles.fine}>Drop a picture to check it</span>
          <span className={styles.coarse}>Choose a picture to check</span>
        </span>
        <span className={`muted ${styles.fine}`}>
          or click to choose, or paste with <kbd>Ctrl</kbd> <kbd>V</kbd>
        </span>
        <span className={fieldStyles.hint} data-slot="field-hint">
          JPG, PNG, GIF, WebP, HEIC, HEIF, AVIF under 10MB. Videos go through the API.
        </span>
      </DropZone>
      <div role="alert">
        <FieldError id={faultId} message={own.fault} />
      </div>
      {onSample ? (
        <div className={styles.ours}>
          <p className="muted" id="samples">
            No picture at hand? Take one of ours. Samples cost no frame and are deleted within 5 minutes.
          </p>
          <ul className={styles.samples} aria-labelledby="samples">
            {samples.map(({ name, label, src }) => (
              <li key={name}>
                <button type="button" onClick={() => onSample({ src, name })}>
                  <img src={src} alt="" width={720} height={540} />
                  {label}
                </button>
              </li>
            ))}
          </ul>
        </div>
      ) : null}
    </>
  );
}
