import { endpoints } from '@clearframe/contract';
import { describe, expect, it } from 'vitest';
import { fieldsOf } from './api-fields.ts';
import { apiReference } from './api-reference.server.ts';

describe('the API reference', () => {
  it('API-01 PUB-06 holds every call that takes a token, with its scope, and no other', () => {
    const { calls } = apiReference();
    const table = Object.entries(endpoints).flatMap(([name, one]) => (one.access === 'token' ? [{ name, ...one }] : []));
    expect(calls.map(({ id }) => id)).toEqual(expect.arrayContaining(table.map(({ name }) => name)));
    expect(calls).toHaveLength(table.length);
    for (const { name, method, path, scope } of table) {
      const call = calls.find(({ id }) => id === name);
      expect(call?.endpoint).toBe(`${method} /api${path.replace(/:(\w+)/g, '{$1}')}`);
      expect(call?.note).toContain(scope);
      expect(call?.summary).toMatch(/\w/);
    }
  });

  it('PUB-06 is drawn once, because every docs page asks for it', () => {
    expect(apiReference()).toBe(apiReference());
  });

  it('API-01 PUB-06 begins with the upload, and shows each call in four languages beside a recorded answer', () => {
    const { calls } = apiReference();
    expect(calls[0]?.id).toBe('apiUpload');
    for (const { id, programs, answer } of calls) {
      expect(
        programs.map(({ language }) => language),
        id,
      ).toEqual(['curl', 'TypeScript', 'Python', 'PHP']);
      expect(answer, `${id}: node scripts/make-api-examples.mjs records its answer`).not.toBeNull();
    }
  });

  it('API-05 names for each call what it takes, what it answers and how it refuses', () => {
    const { calls, objects } = apiReference();
    const upload = calls.find(({ id }) => id === 'apiUpload');
    expect(upload?.parameters.map(({ name }) => name)).toEqual(['wait', 'Idempotency-Key']);
    expect(upload?.body?.fields.map(({ name }) => name)).toEqual([
      'media',
      'title',
      'description',
      'caption',
      'tags',
      'author',
      'metadata',
    ]);
    expect(upload?.data).toContainEqual(expect.objectContaining({ name: 'moderation', kind: 'Moderation, or null' }));
    expect(upload?.statuses.map(({ status }) => status)).toEqual([
      '200',
      '202',
      '400',
      '401',
      '403',
      '404',
      '408',
      '409',
      '413',
      '415',
      '422',
      '429',
      '431',
      '500',
      '503',
      'other',
    ]);
    expect(upload?.statuses.find(({ status }) => status === '429')?.headers).toContain('Retry-After');
    const names = objects.map(({ name }) => name);
    const pointed = calls.flatMap(({ data }) => data.map(({ kind }) => /\b([A-Z]\w+)(?:, or null)?$/.exec(kind)?.[1] ?? ''));
    for (const name of pointed.filter((one) => !['', 'UUID', 'UTC', 'JSON'].includes(one))) expect(names).toContain(name);
  });

  it('API-05 lists each status once, because it says the same of every call', () => {
    const { calls, statuses } = apiReference();
    expect(new Set(statuses.map(({ status }) => status)).size).toBe(statuses.length);
    for (const call of calls) expect(statuses).toEqual(expect.arrayContaining(call.statuses));
  });

  it('says in words what a schema allows, and lists what lies inside', () => {
    const properties = {
      name: { type: 'string', maxLength: 5 },
      size: { anyOf: [{ type: 'integer', minimum: 1, maximum: 9 }, { type: 'null' }] },
      lines: { type: 'array', maxItems: 2, items: { type: 'object', properties: { a: { enum: ['x', 'y'] } }, required: ['a'] } },
    };
    expect(fieldsOf({ properties, required: ['name'] })).toEqual([
      { name: 'name', kind: 'string, at most 5 characters', required: true, text: '' },
      { name: 'size', kind: 'integer 1 to 9, or null', required: false, text: '' },
      { name: 'lines', kind: 'list of object, at most 2', required: false, text: '' },
      { name: 'lines[].a', kind: '"x", "y"', required: true, text: '' },
    ]);
  });
});
