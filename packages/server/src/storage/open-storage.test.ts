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
  const s3 = '{ bucket: "b", region: "r", endpoint: null, credentials: null, encryption: null }';
  const set = (storage: string, more: string) => `{ dataDir: '/nowhere', storage: '${storage}', ${more} }`;
  expect(loadsSdk(set('disk', 'storagePrevious: null, s3: null'))).toBe('false');
  expect(loadsSdk(set('s3', `storagePrevious: null, s3: ${s3}`))).toBe('true');
  expect(loadsSdk(set('disk', `storagePrevious: 's3', s3: ${s3}`))).toBe('true');
});
