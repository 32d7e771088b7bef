import type { ReactNode } from 'react';
import docsStyles from './docs.module.css';
import parametersStyles from './parameters.module.css';

type SectionProps = { id: string; title: string; children: ReactNode; beside: ReactNode };

/** Words on the left, what can be pasted on the right. */
export function DocsSection({ id, title, children, beside }: SectionProps) {
  return (
    <section id={id} aria-labelledby={`${id}-title`}>
      <div className={docsStyles.two}>
        <div>
          <h2 id={`${id}-title`}>{title}</h2>
          {children}
        </div>
        <div className={docsStyles.stack} data-slot="docs-stack">
          {beside}
        </div>
      </div>
    </section>
  );
}

export type Parameter = { name: string; kind: string; text: string };

/** Fields with what they are. */
export function Parameters({ list }: { list: readonly Parameter[] }) {
  return (
    <dl className={parametersStyles.parameters} data-slot="parameters">
      {list.map(({ name, kind, text }) => (
        <div key={name}>
          <dt>
            {name}
            <small>{kind}</small>
          </dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  );
}
