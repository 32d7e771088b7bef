import { Fragment } from 'react';
import type { ReferenceField } from './api-fields.ts';
import styles from './api-reference.module.css';
import type { ReferenceCall, ReferenceObject } from './api-reference.server.ts';
import { CallCode } from './call-code.tsx';
import { Method } from './method.tsx';
import parametersStyles from './parameters.module.css';

/** Names of objects lead to their section; all other words of a kind begin with a small letter, or are capitals throughout. */
const objectName = /\b([A-Z][a-z]\w+)/;

function Kind({ kind }: { kind: string }) {
  return kind.split(objectName).map((part, place) =>
    place % 2 === 0 ? (
      part
    ) : (
      <a key={part} className="link" href={`#${part}`}>
        {part}
      </a>
    ),
  );
}

type FieldsProps = { title?: string; fields: readonly ReferenceField[]; marksRequired?: boolean };

function Fields({ title, fields, marksRequired = false }: FieldsProps) {
  if (fields.length === 0) return null;
  return (
    <>
      {title && <h3>{title}</h3>}
      <dl className={parametersStyles.parameters} data-slot="parameters">
        {fields.map(({ name, kind, required, text }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <Kind kind={marksRequired && required ? `${kind}, required` : kind} />
              {text && <small>{text}</small>}
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}

/** One call: what it takes and gives, and beside it a request with its answer. */
export function ApiCall({ call }: { call: ReferenceCall }) {
  const { id, summary, note, endpoint, parameters, body, data, statuses, programs, answer } = call;
  const [method = '', path = ''] = endpoint.split(' ');
  return (
    <section id={id} aria-labelledby={`${id}-title`} className={styles.call}>
      <div className={styles.words}>
        <h2 id={`${id}-title`}>{summary}</h2>
        <p>
          <Method name={method} /> <code>{path}</code>
        </p>
        <p>{note}</p>
        <Fields title="Parameters" fields={parameters} marksRequired />
        {body && <Fields title={`Body, ${body.type}`} fields={body.fields} marksRequired />}
        {data.length > 0 ? (
          <Fields title="Response" fields={data} />
        ) : (
          <p className={styles.bare}>The response has no data: null.</p>
        )}
        <h3>Statuses</h3>
        <p className={styles.statusLinks}>
          {statuses.map(({ status }) => (
            <a key={status} className="link" href={`#status-${status}`}>
              {status}
            </a>
          ))}
        </p>
      </div>
      {programs.length > 0 && <CallCode list={programs} answer={answer} />}
    </section>
  );
}

/** Every status, once for all calls. */
export function ApiStatuses({ statuses }: { statuses: ReferenceCall['statuses'] }) {
  return (
    <section id="errors" aria-labelledby="errors-title">
      <h2 id="errors-title">Statuses and errors</h2>
      <dl className={parametersStyles.parameters} data-slot="parameters">
        {statuses.map(({ status, description, headers }) => (
          <div key={status} id={`status-${status}`}>
            <dt>{status}</dt>
            <dd>
              {description}
              {headers.map((name) => (
                <Fragment key={name}>
                  {' '}
                  <code>{name}</code>
                </Fragment>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** An object that several calls give. */
export function ApiObject({ name, fields }: ReferenceObject) {
  return (
    <section id={name} aria-labelledby={`${name}-title`}>
      <h2 id={`${name}-title`}>{name}</h2>
      <Fields fields={fields} />
    </section>
  );
}
