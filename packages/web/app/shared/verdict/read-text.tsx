import { useId, useState } from 'react';
import { Button } from '../ui/button.tsx';
import echoStyles from '../ui/echo.module.css';
import fieldStyles from '../ui/field.module.css';
import findingsStyles from './findings.module.css';

const LINES_MAX = 6;
const LENGTH_MAX = 400;

/** The first lines of a text that was read; the same text when there are no more. */
export function beginningOf(text: string): string {
  const lines = text.split('\n').slice(0, LINES_MAX).join('\n');
  return lines.length > LENGTH_MAX ? lines.slice(0, LENGTH_MAX).trimEnd() : lines;
}

/** What was read in a file. A video has up to 5,000 characters of it, so the rest is shown when it is asked for. */
export function ReadText({ text, isVideo }: { text: string; isVideo: boolean }) {
  const [isWhole, setWhole] = useState(false);
  const id = useId();
  const beginning = beginningOf(text);
  const hasMore = beginning !== text;
  return (
    <div>
      <p className={fieldStyles.hint} data-slot="field-hint">
        Text in the {isVideo ? 'video' : 'picture'}
      </p>
      <p className={echoStyles.echo} data-slot="echo" id={id}>
        {hasMore && !isWhole ? `${beginning} …` : text}
      </p>
      {hasMore ? (
        <Button
          className={findingsStyles.echoMore}
          size="small"
          aria-expanded={isWhole}
          aria-controls={id}
          onClick={() => setWhole(!isWhole)}
        >
          {isWhole ? 'Show less' : 'Show all of the text'}
        </Button>
      ) : null}
    </div>
  );
}
