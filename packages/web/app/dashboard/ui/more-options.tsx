import { type ReactNode, useEffect, useRef } from 'react';

type MoreOptionsProps = { title?: string; hasError: boolean; children: ReactNode };

/** Options that most leave as they are, behind a disclosure. An error among them opens it, and it stays open when it is corrected. */
export function MoreOptions({ title = 'More options', hasError, children }: MoreOptionsProps) {
  const details = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    if (hasError && details.current) details.current.open = true;
  }, [hasError]);
  return (
    <details ref={details}>
      <summary className="link">{title}</summary>
      <div className="stack-3">{children}</div>
    </details>
  );
}
