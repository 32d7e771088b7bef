import { limits } from '@clearframe/contract';
import { CircleCheck, Flag } from 'lucide-react';
import { useDeferredValue, useId, useMemo, useState } from 'react';
import { Badge } from '../../../shared/ui/badge.tsx';
import echoStyles from '../../../shared/ui/echo.module.css';
import fieldStyles from '../../../shared/ui/field.module.css';
import filtersStyles from '../filters.module.css';
import type { Lists } from '../use-keywords.ts';
import { tryText } from './try-text.ts';

/** Says of any text what the lists, as they stand on the page, would do with it. Nothing leaves the browser. */
export function TextTester({ lists }: { lists: Lists }) {
  const [text, setText] = useState('');
  const fieldId = useId();
  // Typing goes first: with full lists the marks of a long text take longer than a frame.
  const tried = useDeferredValue(text);
  const trial = useMemo(() => tryText(tried, lists), [tried, lists]);
  return (
    <section className="card" aria-labelledby={`${fieldId}-title`}>
      <div className="card-header">
        <h2 id={`${fieldId}-title`}>Try a text</h2>
        <span className={fieldStyles.optional}>Nothing is uploaded or billed</span>
      </div>
      <div className={filtersStyles.tester}>
        <textarea
          className={fieldStyles.input}
          data-slot="field-input"
          rows={2}
          aria-label="Text to test"
          placeholder="Type or paste a caption"
          maxLength={limits.captionMaxLength}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <p className={echoStyles.echo} data-slot="echo">
          {trial.parts.map((part, place) => {
            const key = `${place} ${part.kind}`;
            if (part.kind === null) return <span key={key}>{part.text}</span>;
            return (
              <mark key={key} className={part.kind === 'required' ? echoStyles.required : undefined}>
                <span className="visually-hidden">{part.kind} </span>
                {part.text}
              </mark>
            );
          })}
        </p>
        <div className="row between wrap" role="status">
          {tried.trim() === '' ? (
            <span className="dim">The verdict of your lists shows here while you type.</span>
          ) : (
            <>
              <Badge look={trial.passes ? 'pass' : 'flag'} icon={trial.passes ? CircleCheck : Flag} filled={!trial.passes}>
                {trial.passes ? 'Would pass' : 'Would fail'}
              </Badge>
              <span className="dim">{trial.why}</span>
            </>
          )}
        </div>
      </div>
    </section>
  );
}
