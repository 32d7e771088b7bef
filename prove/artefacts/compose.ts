import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';
import { outcomeOf, type Part } from './part.ts';

/** No package holds a schema that is newer than 2021, and `required` of `env_file` came in 2024. */
const published = 'https://raw.githubusercontent.com/compose-spec/compose-spec/main/schema/compose-spec.json';
type JsonSchema = Exclude<Parameters<typeof z.fromJSONSchema>[0], boolean>;
const Schema = z.custom<JsonSchema>((value) => z.looseObject({ properties: z.looseObject({}) }).safeParse(value).success);

const readSchema = async (): Promise<unknown> => {
  const file = process.env.COMPOSE_SCHEMA;
  if (file) return JSON.parse(readFileSync(file, 'utf8'));
  const answer = await fetch(published, { signal: AbortSignal.timeout(20_000) });
  if (!answer.ok) throw new Error(`${published} answers ${answer.status}`);
  return await answer.json();
};

/** compose.yaml against the schema that its makers publish; COMPOSE_SCHEMA names a file with it. */
export const compose: Part = {
  name: 'compose',
  async prove(print) {
    let text: unknown;
    try {
      text = await readSchema();
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      return { notRun: `the schema of Compose cannot be had (${why}): set COMPOSE_SCHEMA to a file with it` };
    }
    const schema = z.fromJSONSchema({ ...Schema.parse(text), $schema: 'http://json-schema.org/draft-07/schema#' });
    const source = readFileSync(join(import.meta.dirname, '../../compose.yaml'), 'utf8');
    const issuesOf = (yaml: string): string[] =>
      schema.safeParse(parse(yaml, { merge: true })).error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) ??
      [];
    const issues = issuesOf(source);
    const seeds = [
      ['restart: unless-stopped', 'restarts: unless-stopped'],
      ['condition: service_healthy', 'condition: healthy'],
      ['services:', 'service:'],
      ['retries: 3', 'retries: {}'],
    ];
    const found = seeds.filter(([right = '', wrong = '']) => issuesOf(source.replace(right, wrong)).length > 0);
    print(`${issues.length} faults by the published schema; ${found.length} of ${seeds.length} seeded mistakes were found`);
    return outcomeOf([...issues, ...(found.length === seeds.length ? [] : ['a seeded mistake was not found'])], print);
  },
};
