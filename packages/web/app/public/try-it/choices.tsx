import { ImageUp, OctagonAlert } from 'lucide-react';
import { acceptedTypes } from '../../features/upload/file-check.ts';
import { Icon } from '../../ui/icon.tsx';
import { Corners } from '../../ui/veil.tsx';
import { trySamples } from './samples.ts';

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
    <div className="try-choices">
      <div className="try-own">
        <input
          id="try-file"
          className="sr"
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
        <label className="drop" htmlFor="try-file">
          <span className="glyph">
            <Icon of={ImageUp} large />
            <Corners />
          </span>
          <span className="drop-line">
            Drop an image here, or <span className="link">choose a file</span>
          </span>
          <span className="hint" id="try-rules">
            JPG, PNG, GIF, WebP, HEIC, HEIF, AVIF · under 10MB
          </span>
        </label>
        <p className="err" id="try-fault" role="alert" data-try-fault hidden={fault === null}>
          <Icon of={OctagonAlert} />
          <span>{fault}</span>
        </p>
      </div>
      <div>
        <h3>Or one of ours</h3>
        <ul className="try-samples">
          {trySamples.map(({ name, label, src }) => (
            <li key={name}>
              <button type="button" data-try-sample={name} onClick={() => onSample?.(src, name)}>
                <img src={src} alt="" width={720} height={540} loading="lazy" />
                {label}
              </button>
            </li>
          ))}
        </ul>
        <p className="hint">The keyword list of this try forbids one word: casino. It stands on the poster.</p>
      </div>
    </div>
  );
}
