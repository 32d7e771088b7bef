import { type ClipboardEvent, type KeyboardEvent, useEffect, useRef } from 'react';
import { FieldError } from '../shared/form/field.tsx';
import fieldStyles from '../shared/ui/field.module.css';
import { type CodeBoxes, enterDigits, eraseBefore } from './code-digits.ts';
import styles from './code-input.module.css';

type CodeInputProps = { boxes: CodeBoxes; onChange: (boxes: CodeBoxes) => void; error?: string | undefined };
type Step = { boxes: CodeBoxes; focus: number };

const names = ['first', 'second', 'third', 'fourth', 'fifth'];

/** Five boxes for the five digits of the mail. */
export function CodeInput({ boxes, onChange, error }: CodeInputProps) {
  const inputs = useRef<(HTMLInputElement | null)[]>([]);
  useEffect(() => inputs.current[0]?.focus(), []);

  const apply = (step: Step) => {
    onChange(step.boxes);
    inputs.current[step.focus]?.focus();
  };
  const onKeyDown = (event: KeyboardEvent, at: number) => {
    const step = event.key === 'Backspace' ? eraseBefore(boxes, at) : null;
    if (!step) return;
    event.preventDefault();
    apply(step);
  };
  const onPaste = (event: ClipboardEvent, at: number) => {
    event.preventDefault();
    apply(enterDigits(boxes, at, event.clipboardData.getData('text')));
  };

  return (
    <fieldset className={fieldStyles.field} data-slot="field" aria-describedby={error ? 'code-hint code-error' : 'code-hint'}>
      <legend className={fieldStyles.label}>Verification code</legend>
      <div className={styles.digits}>
        {boxes.map((digit, at) => (
          <input
            key={names[at]}
            ref={(input) => {
              inputs.current[at] = input;
            }}
            className={fieldStyles.input}
            data-slot="field-input"
            inputMode="numeric"
            autoComplete={at === 0 ? 'one-time-code' : 'off'}
            aria-label={`Digit ${at + 1} of ${boxes.length}`}
            aria-invalid={error ? true : undefined}
            value={digit}
            onChange={(event) => apply(enterDigits(boxes, at, event.target.value))}
            onKeyDown={(event) => onKeyDown(event, at)}
            onPaste={(event) => onPaste(event, at)}
            onFocus={(event) => event.target.select()}
          />
        ))}
      </div>
      <p className={fieldStyles.hint} data-slot="field-hint" id="code-hint">
        Paste works too. Letters and spaces are ignored.
      </p>
      <FieldError id="code-error" message={error} />
    </fieldset>
  );
}
