import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';

const program = (config: string) => `
import { registerHooks } from 'node:module';
const asked = [];
registerHooks({ resolve(name, context, next) { asked.push(name); return next(name, context); } });
const { openStorage } = await import(${JSON.stringify(new URL('open-storage.ts', import.meta.url))});
await openStorage(${config});
console.log(asked.some((name) => name.startsWith('@aws-sdk/')));`;
const loadsSdk = (config: string) =>
  execFileSync(process.execPath, ['--input-type=module', '-e', program(config)], { encoding: 'utf8' }).trim();

it('OPS-01 loads what speaks S3 only where files lie there', () => {
  expect(loadsSdk(`{ dataDir: '/nowhere', s3: null }`)).toBe('false');
  expect(
    loadsSdk(`{ dataDir: '/nowhere', s3: { bucket: 'b', region: 'r', endpoint: null, credentials: null, encryption: null } }`),
  ).toBe('true');
});
