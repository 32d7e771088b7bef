import { Link2 } from 'lucide-react';
import type { RefObject } from 'react';
import { TextField } from '../../shared/form/field.tsx';
import { Icon } from '../../shared/ui/icon.tsx';
import veilStyles from '../../shared/ui/veil.module.css';
import uploadStyles from './upload.module.css';

type UrlBoxProps = {
  url: string;
  error: string | null;
  input: RefObject<HTMLInputElement | null>;
  onChange: (url: string) => void;
};

/** URL mode: one field in the place of the drop zone. */
export function UrlBox({ url, error, input, onChange }: UrlBoxProps) {
  return (
    <section className={`card ${uploadStyles.urlBox}`}>
      <span className={uploadStyles.glyph}>
        <Icon of={Link2} large />
        <span className={veilStyles.corners} data-slot="corners" aria-hidden="true" />
      </span>
      <div className="grow">
        <TextField
          ref={input}
          label="Image URL"
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          placeholder="https://example.com/picture.jpg"
          hint="JPG, PNG, GIF, WebP, HEIC, HEIF, AVIF · under 10MB · reachable without signing in"
          error={error}
          value={url}
          onChange={(event) => onChange(event.target.value)}
        />
      </div>
    </section>
  );
}
