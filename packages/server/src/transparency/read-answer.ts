import { z } from 'zod';

export type FieldFault = { path: string; message: string };
export type Outcome =
  /** All of them were created. Ids by `puid`, as far as the answer names them. */
  | { kind: 'created'; uuids: ReadonlyMap<string, string> }
  /** None was created. Some break its rules, some it has already; the rest may be sent again. */
  | { kind: 'offenders'; refused: ReadonlyMap<string, FieldFault[]>; known: ReadonlySet<string> }
  | { kind: 'later'; why: string }
  | { kind: 'failed'; why: string };

const faultsMax = 20;
const messageMax = 300;

const Created = z.object({ statements: z.array(z.object({ puid: z.string(), uuid: z.string().max(100) })) });
const Messages = z.union([z.array(z.string()), z.string().transform((message) => [message])]);
const Refused = z.object({ message: z.string().optional(), errors: z.record(z.string(), z.unknown()).optional() });
const Existing = z.array(z.union([z.string(), z.object({ puid: z.string() }).transform(({ puid }) => puid)]));

const shown = (text: string) => text.replace(/[\p{Cc}\p{Cs}]/gu, ' ').slice(0, messageMax);

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function faultsOf(value: unknown): FieldFault[] {
  const fields = z.record(z.string(), z.unknown()).safeParse(value);
  // Beside the fault of a known `puid` stands what it belongs to.
  const told = Object.entries(fields.data ?? {}).filter(([path]) => path !== 'existing');
  const faults = told.flatMap(([path, messages]) =>
    (Messages.safeParse(messages).data ?? ['The database refused this']).map((message) => ({
      path: shown(path),
      message: shown(message),
    })),
  );
  return faults.length > 0 ? faults.slice(0, faultsMax) : [{ path: '', message: 'The database refused this' }];
}

/** The one fault that is none: the database has it already, because an answer of before was lost. */
const isKnown = (faults: readonly FieldFault[]) =>
  faults.length > 0 && faults.every(({ path, message }) => path === 'puid' && /unique|exist/i.test(message));

function offendersOf(body: unknown, puids: readonly string[]): Outcome {
  const { errors = {}, message } = Refused.safeParse(body).data ?? {};
  const existing = Existing.safeParse(errors['existing_puids']).data ?? [];
  const known = new Set(existing.filter((puid) => puids.includes(puid)));
  const refused = new Map<string, FieldFault[]>();
  for (const [key, value] of Object.entries(errors)) {
    const puid = /^statement_\d{1,3}$/.test(key) ? puids[Number(key.slice('statement_'.length))] : undefined;
    if (puid === undefined) continue;
    const faults = faultsOf(value);
    if (isKnown(faults)) known.add(puid);
    else refused.set(puid, faults);
  }
  if (known.size + refused.size > 0) return { kind: 'offenders', refused, known };
  return { kind: 'failed', why: `The database refused the request: ${shown(message ?? 'it gave no reason')}` };
}

/**
 * What the database's answer to a batch means (`StatementMultipleAPIController.php`): 201 = all are created, 422 = none is. Pure.
 * @param puids of the batch, in its order
 */
export function readAnswer({ status, text }: { status: number; text: string }, puids: readonly string[]): Outcome {
  if (status === 201) {
    const { statements = [] } = Created.safeParse(parse(text)).data ?? {};
    return { kind: 'created', uuids: new Map(statements.map(({ puid, uuid }) => [puid, uuid])) };
  }
  if (status === 422) return offendersOf(parse(text), puids);
  if (status === 429 || status >= 500) return { kind: 'later', why: `The database answered ${status}. We try again.` };
  if (status === 401 || status === 403)
    return { kind: 'failed', why: `The database did not accept the token (${status}). Enter a new one, then send again.` };
  return { kind: 'failed', why: `The database answered ${status}. Check its address.` };
}
