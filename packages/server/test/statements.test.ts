import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { webhook } from '../src/db/schema.ts';
import { moderate } from '../src/moderation/analyse/moderate.ts';
import { type Built, build } from './helpers/build.ts';
import { createUploader, file, picture, quickExaminer, resultOf, type Uploader, wholeExaminer } from './helpers/uploads.ts';

/** What one uploaded picture may cost, from its request to its answer. Lower it when it costs less. */
const ceilings = { plain: 19, located: 24, hooked: 21 } as const;

/** Of this process all the time, whatever is uploaded: heartbeats, looks for jobs that found none, the listener's question. */
const beside = /^(insert into "process"|update "process"|delete from "process"|listen|unlisten|set |show )/i;
const fetchesJob = /^\s*with next as/i;

const hash = { pdq: '5a'.repeat(32), mirrored: 'a5'.repeat(32), quality: 100 };

/** The examiner of the way, with a hash as every photograph has one. */
const examiner: typeof quickExaminer = {
  async examine(bytes) {
    const seen = await quickExaminer.examine(bytes);
    return { ...seen, analysis: { ...seen.analysis, hash } };
  },
};

const textOf = (query: unknown): string => {
  const text: unknown = typeof query === 'object' && query !== null && 'text' in query ? query.text : query;
  return String(text).replace(/\s+/g, ' ').trim();
};

describe('the statements of a picture', () => {
  let built: Built;
  let person: Uploader;
  let statements: string[] = [];
  const ask = pg.Client.prototype.query;

  beforeAll(async () => {
    // Before any connection is made: each takes this method with it.
    Object.defineProperty(pg.Client.prototype, 'query', {
      configurable: true,
      writable: true,
      value(this: pg.Client, ...args: unknown[]): unknown {
        const text = textOf(args[0]);
        const answer: unknown = Reflect.apply(ask, this, args);
        if (beside.test(text)) return answer;
        if (!fetchesJob.test(text)) statements.push(text);
        else if (answer instanceof Promise)
          void answer.then(({ rowCount }: pg.QueryResult) => rowCount && statements.push(text)).catch(() => undefined);
        return answer;
      },
    });
    built = await build({ config: { throughputScale: 1000 } });
    person = await createUploader(built, 1_000);
    const whole = wholeExaminer(examiner);
    // As a process for pictures takes them.
    await built.context.queue.workInTurn(['moderate-media'], null, (payload, run) =>
      moderate(built.context, whole, payload, run),
    );
    // A token is remembered once its process hears of changes.
    await vi.waitFor(
      async () => {
        statements = [];
        await built.app.inject({ url: '/api/v1/usage', headers: { authorization: `Bearer ${person.token}` } });
        expect(statements.filter((text) => text.includes('access_token'))).toEqual([]);
      },
      { timeout: 60_000 },
    );
  });
  afterAll(async () => {
    await built.close();
    Object.defineProperty(pg.Client.prototype, 'query', { configurable: true, writable: true, value: ask });
  });

  /** Everything that one upload asks of the database, once nothing more comes of it. */
  async function cost(name: string, headers: Record<string, string>): Promise<string[]> {
    statements = [];
    const answer = await person.apiUpload({ media: file(picture(name)) }, { headers });
    expect(resultOf(answer).status).toBe('complete');
    // What the analysis still does after it was told of.
    for (let before = -1; before !== statements.length; ) {
      before = statements.length;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    return statements;
  }

  const addHooks = async () => {
    const { db, secrets } = built.context;
    const seal = (value: string) => secrets.seal('webhook', value);
    const hook = { accountId: person.accountId, tokenSealed: seal('whk_x'), secretSealed: seal('whsec_c2VjcmV0') };
    await db.insert(webhook).values(['in', 'also'].map((path) => ({ ...hook, url: `https://hooks.example/${path}` })));
  };

  it.each([
    ['plain', 'formats/pears.png'],
    ['located', 'formats/located.jpg'],
    ['hooked', 'formats/pears.png'],
  ] as const)('UP-09 are few: a picture %s', async (kind, name) => {
    if (kind === 'hooked') await addHooks();
    const key = () => ({ 'idempotency-key': randomUUID() });
    // What is read once a process or written once a minute.
    await cost(name, key());
    const asked = await cost(name, key());
    const told = asked.map((text, index) => `${index + 1} ${text.slice(0, 150)}`).join('\n');
    process.stdout.write(`${kind}: ${asked.length} statements\n${told}\n`);
    expect(asked.length, told).toBeLessThanOrEqual(ceilings[kind]);
  });

  it('MED-07 are one for a program that reads one item: its token and rates are remembered', async () => {
    const sent = await person.apiUpload({ media: file(picture('formats/pears.png')) });
    const { id } = resultOf(sent).media_upload;
    statements = [];
    const read = await built.app.inject({ url: `/api/v1/media/${id}`, headers: { authorization: `Bearer ${person.token}` } });
    expect(read.statusCode).toBe(200);
    const asked = statements.filter((text) => !text.includes('pgboss'));
    expect(asked, asked.join('\n')).toHaveLength(1);
  });
});
