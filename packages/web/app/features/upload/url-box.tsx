import { Link2 } from 'lucide-react';
import type { RefObject } from 'react';
import { TextField } from '../../ui/field.tsx';
import { Icon } from '../../ui/icon.tsx';

type UrlBoxProps = {
  url: string;
  error: string | null;
  input: RefObject<HTMLInputElement | null>;
  onChange: (url: string) => void;
};

/** URL mode: one field in the place of the drop zone. */
export function UrlBox({ url, error, input, onChange }: UrlBoxProps) {
  return (
    <section className="card url-box">
      <span className="glyph">
        <Icon of={Link2} large />
        <span className="brk" aria-hidden="true" />
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
