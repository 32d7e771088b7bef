import { keywordFinder, limits } from '@clearframe/contract';
import { CircleCheck, Flag } from 'lucide-react';
import { useDeferredValue, useId, useMemo, useState } from 'react';
import { Badge } from '../../../shared/ui/badge.tsx';
import echoStyles from '../../../shared/ui/echo.module.css';
import fieldStyles from '../../../shared/ui/field.module.css';
import { type MarkedPart, markKeywords } from '../../../shared/verdict/keyword-marks.ts';
import filtersStyles from '../filters.module.css';
import type { Lists } from '../use-keywords.ts';

type Trial = { parts: MarkedPart[]; passes: boolean; why: string };

const named = (words: readonly string[]) => words.join(', ');

/** What both rules would say to a text: any forbidden keyword fails, of the required ones one must be there, an empty list is no rule. */
export function tryText(text: string, { forbidden, required, leetspeak }: Lists): Trial {
  const foundForbidden = keywordFinder(forbidden, leetspeak)(text);
  const foundRequired = keywordFinder(required, leetspeak)(text);
  const rulesOf = (rules: Lists['forbidden'], found: readonly string[]) => rules.filter((rule) => found.includes(rule.text));
  const isMissing = required.length > 0 && foundRequired.length === 0;
  const why = [
    ...(foundForbidden.length > 0 ? [`Forbidden: ${named(foundForbidden)}`] : []),
    ...(foundRequired.length > 0 ? [`Required: ${named(foundRequired)}`] : []),
    ...(isMissing ? ['No required keyword'] : []),
  ];
  return {
    parts: markKeywords(text, rulesOf(forbidden, foundForbidden), rulesOf(required, foundRequired), leetspeak),
    passes: foundForbidden.length === 0 && !isMissing,
    why: why.length > 0 ? why.join(' · ') : 'No keyword found',
  };
}

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
            <span className="dim">The result appears here as you type.</span>
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
