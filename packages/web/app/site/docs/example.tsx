import type { ReactNode } from 'react';
import codeStyles from '../../shared/code/code-block.module.css';
import { CodeBlock } from '../../shared/code/code-block.tsx';

/** Names of JSON, strings, and comments. A string before a colon is a name. */
const marks = /("[^"\n]*"|'[^'\n]*')(\s*:)?|(?:^|(?<=\s))(\/\/|#) .*$/gm;

function coloured(text: string): ReactNode[] {
  const parts: ReactNode[] = [];
  let done = 0;
  for (const match of text.matchAll(marks)) {
    const [all, string, colon] = match;
    parts.push(text.slice(done, match.index));
    const look = string === undefined ? codeStyles.comment : colon ? codeStyles.key : codeStyles.string;
    parts.push(
      <span key={match.index} className={look}>
        {string ?? all}
      </span>,
      colon ?? '',
    );
    done = match.index + all.length;
  }
  return [...parts, text.slice(done)];
}

/** Something to copy, in the colours of code. */
export function Example({ label, text }: { label: string; text: string }) {
  return (
    <CodeBlock label={label} text={text}>
      {coloured(text)}
    </CodeBlock>
  );
}
