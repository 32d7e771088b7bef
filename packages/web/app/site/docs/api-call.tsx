import { Fragment } from 'react';
import type { ReferenceField } from './api-fields.ts';
import type { ReferenceCall, ReferenceObject } from './api-reference.server.ts';
import docsStyles from './docs.module.css';
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

/** One call: what it takes on the left, what it answers on the right. */
export function ApiCall({ call }: { call: ReferenceCall }) {
  const { id, summary, note, endpoint, parameters, body, data, statuses } = call;
  return (
    <section id={id} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>{summary}</h2>
      <p>
        <code>{endpoint}</code> {note}
      </p>
      <div className={docsStyles.two}>
        <div>
          <Fields title="Parameters" fields={parameters} marksRequired />
          {body && <Fields title={`Body, ${body.type}`} fields={body.fields} marksRequired />}
          <h3>Statuses</h3>
          <dl className={parametersStyles.parameters} data-slot="parameters">
            {statuses.map(({ status, description, headers }) => (
              <div key={status}>
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
        </div>
        <div>
          {data.length > 0 ? (
            <Fields title="Response" fields={data} />
          ) : (
            <p className={docsStyles.bare}>A success has no data: null.</p>
          )}
        </div>
      </div>
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
