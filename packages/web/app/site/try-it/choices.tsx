import { ImagePlus, OctagonAlert } from 'lucide-react';
import balloon from '../../shared/assets/img/balloon.webp';
import car from '../../shared/assets/img/car.webp';
import pears from '../../shared/assets/img/pears.webp';
import poster from '../../shared/assets/img/poster.webp';
import ridge from '../../shared/assets/img/ridge.webp';
import vases from '../../shared/assets/img/vases.webp';
import { acceptedTypes } from '../../shared/media/file-check.ts';
import dropAreaStyles from '../../shared/ui/drop-area.module.css';
import fieldStyles from '../../shared/ui/field.module.css';
import { Icon } from '../../shared/ui/icon.tsx';
import { Corners } from '../../shared/ui/veil.tsx';
import styles from './try-it.module.css';

/** Our own pictures for visitors who have none at hand. The poster holds the word that the visitors' keyword list forbids. */
const trySamples: readonly { name: string; label: string; src: string }[] = [
  { name: 'pears.webp', label: 'Three pears', src: pears },
  { name: 'poster.webp', label: 'A poster', src: poster },
  { name: 'vases.webp', label: 'Two vases', src: vases },
  { name: 'car.webp', label: 'A toy car', src: car },
  { name: 'ridge.webp', label: 'A ridge', src: ridge },
  { name: 'balloon.webp', label: 'A balloon', src: balloon },
];
/** The picture whose verdict is shown before anybody chooses one. */
export const firstSample = { name: 'pears.webp', alt: 'Three pears on a shelf', src: pears };

/** Without a handler in the served page, where `page-script/try-it.ts` listens until the first choice. */
type DropProps = { onFile?: (file: File) => void; fault?: string | null };

/** Takes a picture of the visitor's own. `fault` says why the last one was not taken. */
export function TryDrop({ onFile, fault = null }: DropProps) {
  return (
    <div className={styles.own}>
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
      <label className={`${dropAreaStyles.dropArea} ${styles.drop}`} data-slot="drop-area" htmlFor="try-file">
        <span className={dropAreaStyles.glyph} data-slot="drop-area-glyph">
          <Icon of={ImagePlus} large />
          <Corners />
        </span>
        <span className={styles.line}>
          <span className={styles.fine}>
            Drop a picture here, or <span className="link">choose a file</span>
          </span>
          <span className={`link ${styles.short}`}>Choose a file</span>
        </span>
        <span className={styles.rules} id="try-rules">
          Up to 10 MB. No account needed. Checked on this server, deleted within 5 minutes.
        </span>
      </label>
      <p className={fieldStyles.error} data-slot="field-error" id="try-fault" role="alert" data-try-fault hidden={fault === null}>
        <Icon of={OctagonAlert} />
        <span>{fault}</span>
      </p>
    </div>
  );
}

type FilmProps = { current: string; onSample?: (src: string, name: string) => void };

/** A strip of our own pictures to press. */
export function TryFilm({ current, onSample }: FilmProps) {
  return (
    <ul className={styles.film} aria-label="Sample pictures">
      {trySamples.map(({ name, label, src }) => (
        <li key={name}>
          <button type="button" data-try-sample={name} aria-pressed={name === current} onClick={() => onSample?.(src, name)}>
            <img src={src} alt="" width={720} height={540} loading="lazy" />
            {label}
          </button>
        </li>
      ))}
    </ul>
  );
}
