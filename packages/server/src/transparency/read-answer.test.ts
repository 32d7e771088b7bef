import { describe, expect, it } from 'vitest';
import { readAnswer } from './read-answer.ts';

const puids = ['a', 'b', 'c'];
const read = (status: number, body: object | string) =>
  readAnswer({ status, text: typeof body === 'string' ? body : JSON.stringify(body) }, puids);
const unique = 'The identifier given is not unique within this platform.';

describe('TRUST-B6 readAnswer', () => {
  it('takes 201 for created, whatever stands in it', () => {
    const statements = [{ puid: 'a', uuid: '1' }];
    expect(read(201, { statements })).toEqual({ kind: 'created', uuids: new Map([['a', '1']]) });
    for (const body of ['', '{"statements":', '<html>', {}])
      expect(read(201, body)).toEqual({ kind: 'created', uuids: new Map() });
  });

  it('takes no other success for created', () => {
    expect(read(200, { statements: [] })).toMatchObject({ kind: 'failed' });
    expect(read(302, '')).toMatchObject({ kind: 'failed', why: 'The database answered 302. Check its address.' });
  });

  it('finds offenders by their place, with the faults of each field', () => {
    const errors = { statement_1: { category: ['Wrong.', 'Very wrong.'], puid: 'No.' }, statement_7: { a: ['b'] }, other: 1 };
    expect(read(422, { errors })).toEqual({
      kind: 'offenders',
      known: new Set(),
      refused: new Map([
        [
          'b',
          [
            { path: 'category', message: 'Wrong.' },
            { path: 'category', message: 'Very wrong.' },
            { path: 'puid', message: 'No.' },
          ],
        ],
      ]),
    });
  });

  it('finds what the database knows, in either form', () => {
    const known = { kind: 'offenders', refused: new Map(), known: new Set(['c']) };
    expect(read(422, { message: unique, errors: { puid: [unique], existing_puids: ['c', 'd'] } })).toEqual(known);
    expect(read(422, { errors: { puid: [unique], existing_puids: [{ puid: 'c' }] } })).toEqual(known);
    expect(read(422, { errors: { statement_2: { puid: [unique], existing: { puid: 'c' } } } })).toEqual(known);
  });

  it('fails where a refusal names none of them, so that nothing is repeated for ever', () => {
    for (const body of [{ message: 'Too many.\u0000', errors: { statements: ['Too many.'] } }, '', '[]'])
      expect(read(422, body)).toMatchObject({ kind: 'failed' });
    expect(read(422, { message: 'Too\u0000many' })).toEqual({
      kind: 'failed',
      why: 'The database refused the request: Too many',
    });
  });

  it('bounds what it keeps of a refusal', () => {
    const fields = Object.fromEntries(Array.from({ length: 100 }, (_, at) => [`f${at}\u0000`, ['x'.repeat(5_000)]]));
    const outcome = read(422, { errors: { statement_0: fields } });
    const faults = outcome.kind === 'offenders' ? outcome.refused.get('a') : [];
    expect(faults).toHaveLength(20);
    expect(faults?.[0]).toEqual({ path: 'f0 ', message: 'x'.repeat(300) });
  });

  it('waits for 429 and 5xx, and fails for a token that is refused', () => {
    for (const status of [429, 500, 503]) expect(read(status, '')).toMatchObject({ kind: 'later' });
    for (const status of [401, 403, 400, 404]) expect(read(status, '')).toMatchObject({ kind: 'failed' });
  });
});
