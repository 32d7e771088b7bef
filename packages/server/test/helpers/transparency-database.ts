import { randomUUID } from 'node:crypto';
import { createServer, type ServerResponse } from 'node:http';
import { DsaStatement } from '@clearframe/contract';
import { z } from 'zod';

const Body = z.object({ statements: z.array(z.record(z.string(), z.unknown())).min(1).max(100) });

/** What a test lets the database do to its next call, before it answers by its rules. */
type Mishap = 'busy' | 'down' | 'denied' | 'lost' | 'hold';

export type TransparencyDatabase = {
  /** `127.0.0.1:port`, as TENANT_PRIVATE_TARGETS names it. */
  address: string;
  url: string;
  token: string;
  /** What was created, by `puid`. */
  created: Map<string, Record<string, unknown>>;
  /** How many statements each call brought. */
  calls: number[];
  headers: Record<string, unknown>[];
  /** Befalls the calls to come, one each. `lost` = created, and the answer never arrives; `hold` = waits for {@link release}. */
  mishaps: Mishap[];
  /** Categories that it refuses beside its rules. */
  refused: Set<string>;
  /** Told of each call before it is answered. */
  onCall: () => void;
  release(): void;
  close(): Promise<void>;
};

/**
 * The EU's database as far as `POST /api/v1/statements` goes: its rules by field, all or nothing, and each `puid` once. Answers as
 * `StatementMultipleAPIController.php` and `PuidNotUniqueMultipleException.php` do.
 */
export async function startTransparencyDatabase(): Promise<TransparencyDatabase> {
  let letGo: (() => void) | undefined;
  const json = (response: ServerResponse, status: number, body: object) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  const faultsOf = (statement: Record<string, unknown>) => {
    const parsed = DsaStatement.safeParse(statement);
    const faults = parsed.success ? [] : parsed.error.issues.map(({ path, message }) => [String(path[0]), [message]]);
    if (database.refused.has(String(statement['category']))) faults.push(['category', ['The selected category is invalid.']]);
    return Object.fromEntries(faults);
  };
  function answer(response: ServerResponse, statements: Record<string, unknown>[], isLost: boolean): void {
    const errors = Object.fromEntries(
      statements.flatMap((statement, index) => {
        const faults = faultsOf(statement);
        return Object.keys(faults).length > 0 ? [[`statement_${index}`, faults]] : [];
      }),
    );
    if (Object.keys(errors).length > 0) return void json(response, 422, { errors });
    const puids = statements.map(({ puid }) => String(puid));
    const known = puids.filter((puid) => database.created.has(puid));
    const message = 'The platform identifier(s) are not all unique within this call.';
    if (known.length > 0) return void json(response, 422, { message, errors: { puid: [message], existing_puids: known } });
    const out = statements.map((statement) => ({ ...statement, puid: String(statement['puid']), uuid: randomUUID() }));
    for (const one of out) database.created.set(String(one.puid), one);
    if (isLost) return void response.destroy();
    json(response, 201, { statements: out });
  }
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    database.headers.push(request.headers);
    database.onCall();
    const mishap = database.mishaps.shift();
    if (request.method !== 'POST' || request.url !== '/api/v1/statements') return json(response, 404, { message: 'Not Found' });
    if (request.headers.authorization !== `Bearer ${database.token}` || mishap === 'denied')
      return json(response, 401, { message: 'Unauthenticated.' });
    if (mishap === 'busy') return json(response, 429, { message: 'Too Many Attempts.' });
    if (mishap === 'down') return json(response, 503, { message: 'Service Unavailable' });
    const { statements } = Body.parse(JSON.parse(Buffer.concat(chunks).toString('utf8')));
    database.calls.push(statements.length);
    if (mishap === 'hold')
      await new Promise<void>((resolve) => {
        letGo = resolve;
      });
    answer(response, statements, mishap === 'lost');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const bound = server.address();
  if (bound === null || typeof bound === 'string') throw new Error('The database has no port');
  const address = `127.0.0.1:${bound.port}`;
  const database: TransparencyDatabase = {
    address,
    url: `http://${address}`,
    token: 'SECRET-7',
    created: new Map(),
    calls: [],
    headers: [],
    mishaps: [],
    refused: new Set(),
    onCall: () => undefined,
    release: () => letGo?.(),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return database;
}
