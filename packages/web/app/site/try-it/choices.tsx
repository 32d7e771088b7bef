import { ImageUp, OctagonAlert } from 'lucide-react';
import car from '../../shared/assets/img/car.webp';
import pears from '../../shared/assets/img/pears.webp';
import poster from '../../shared/assets/img/poster.webp';
import { acceptedTypes } from '../../shared/media/file-check.ts';
import dropAreaStyles from '../../shared/ui/drop-area.module.css';
import fieldStyles from '../../shared/ui/field.module.css';
import { Icon } from '../../shared/ui/icon.tsx';
import { Corners } from '../../shared/ui/veil.tsx';
import tryItStyles from './try-it.module.css';

/** Our own pictures for visitors who have none at hand. The last one holds the word that the visitors' keyword list forbids. */
const trySamples: readonly { name: string; label: string; src: string }[] = [
  { name: 'pears.webp', label: 'Three pears', src: pears },
  { name: 'car.webp', label: 'A toy car', src: car },
  { name: 'poster.webp', label: 'A poster', src: poster },
];

type ChoicesProps = {
  /** Absent in the served page, where `page-script/try-it.ts` listens until the first choice. */
  onFile?: (file: File) => void;
  onSample?: (src: string, name: string) => void;
  /** Why the last choice was not taken. */
  fault?: string | null;
};

/** A picture of the visitor's own, or one of ours. */
export function TryChoices({ onFile, onSample, fault = null }: ChoicesProps) {
  return (
    <div className={tryItStyles.choices}>
      <div className={tryItStyles.own}>
        <input
          id="try-file"
          className="visually-hidden"
          type="file"
          accept={acceptedTypes}
          aria-describedby={fault ? 'try-fault' : 'try-rules'}
          onChange={(event) => {
            const [file] = event.target.files ?? [];
            // The same file can be chosen again.
            event.target.value = '';
            if (file) onFile?.(file);
          }}
        />
        <label className={dropAreaStyles.dropArea} data-slot="drop-area" htmlFor="try-file">
          <span className={dropAreaStyles.glyph} data-slot="drop-area-glyph">
            <Icon of={ImageUp} large />
            <Corners />
          </span>
          <span className={dropAreaStyles.line} data-slot="drop-area-line">
            Drop an image here, or <span className="link">choose a file</span>
          </span>
          <span className={fieldStyles.hint} data-slot="field-hint" id="try-rules">
            JPG, PNG, GIF, WebP, HEIC, HEIF, AVIF · under 10MB
          </span>
        </label>
        <p
          className={fieldStyles.error}
          data-slot="field-error"
          id="try-fault"
          role="alert"
          data-try-fault
          hidden={fault === null}
        >
          <Icon of={OctagonAlert} />
          <span>{fault}</span>
        </p>
      </div>
      <div>
        <h3>Or one of ours</h3>
        <ul className={tryItStyles.samples}>
          {trySamples.map(({ name, label, src }) => (
            <li key={name}>
              <button type="button" data-try-sample={name} onClick={() => onSample?.(src, name)}>
                <img src={src} alt="" width={720} height={540} loading="lazy" />
                {label}
              </button>
            </li>
          ))}
        </ul>
        <p className={fieldStyles.hint} data-slot="field-hint">
          The keyword list of this try forbids one word: casino. It stands on the poster.
        </p>
      </div>
    </div>
  );
}
