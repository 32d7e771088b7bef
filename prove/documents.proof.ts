import { globSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fixture } from '../e2e/fixtures.ts';
import { registerPerson } from '../e2e/person.ts';
import { startServer } from '../e2e/server.ts';
import { packSdk } from '../scripts/lib/pack-sdk.mjs';
import { npm, run } from '../scripts/lib/run.mjs';

/**
 * What Clearframe publishes, read by the programs that others read it with (acceptance API-03, PUB-06): the OpenAPI document by Redocly and
 * by a generated client that uploads a picture, the public pages by html-validate, the SDK's package by publint and Are the Types Wrong.
 */
const root = join(import.meta.dirname, '..');
const folder = join(import.meta.dirname, 'documents');
let broken = 0;

/** One program of the folder; what it says is printed where it finds a fault. @returns what it wrote */
async function read(title: string, name: string, args: string[], cwd = folder): Promise<string> {
  const { code, output } = await run(process.execPath, [join(folder, 'node_modules', name), ...args], { quiet: true, cwd });
  console.log(`${code === 0 ? '✓' : '✗'} ${title}`);
  if (code !== 0) {
    broken += 1;
    console.log(output.trim().slice(0, 4_000));
  }
  return output;
}

const installer = npm(['ci', '--ignore-scripts']);
const installed = await run(installer.command, installer.args, { quiet: true, cwd: folder });
if (installed.code !== 0) throw new Error(`The programs could not be installed:\n${installed.output}`);

const work = mkdtempSync(join(tmpdir(), 'clearframe-documents-'));
const server = await startServer({ command: 'node' });
try {
  const document = join(work, 'openapi.json');
  const text = await (await fetch(`${server.url}/api/openapi.json`)).text();
  // Redocly warns of an address that is reached from this machine alone.
  writeFileSync(document, text.replaceAll(server.url, 'https://moderation.example.org'));
  const said = await read('Redocly finds no error in the document', '@redocly/cli/bin/cli.js', ['lint', document]);
  if (/\d warning/.test(said)) {
    broken += 1;
    console.log(said.trim());
  }

  const pages = globSync('packages/web/build/client/**/index.html', { cwd: root }).map((page) => join(root, page));
  const validate = ['--config', join(folder, 'html-validate.json'), '--formatter', 'text', ...pages];
  await read(`html-validate finds nothing in ${pages.length} pages`, 'html-validate/bin/html-validate.mjs', validate);

  const packed = await packSdk(work);
  await read('publint finds nothing in the SDK', 'publint/src/cli.js', ['--strict', packed]);
  const types = '@arethetypeswrong/cli/dist/index.js';
  await read('the types of the SDK are found by ES modules and bundlers', types, ['--profile', 'esm-only', packed]);

  const schema = join(folder, 'schema.d.ts');
  await read('openapi-typescript makes types of the document', 'openapi-typescript/bin/cli.js', [document, '--output', schema]);
  const options = ['--noEmit', '--strict', '--skipLibCheck', '--target', 'es2024', '--module', 'nodenext', '--types', 'node'];
  await read('a client of those types compiles', 'typescript/bin/tsc', [...options, join(folder, 'client.mts')]);
  const person = await registerPerson(server, 'documents@example.com');
  server.grant(person.email, 10);
  const file = fixture('flagged/explicit-1.png');
  const client = [join(folder, 'client.mts'), server.url, await person.createToken(), file];
  const { code, output } = await run(process.execPath, client, { quiet: true, cwd: dirname(folder) });
  const holds = code === 0 && output.includes('"From a generated client"') && output.includes('"passed":false');
  console.log(`${holds ? '✓' : '✗'} that client uploads a picture and reads its verdict: ${output.trim()}`);
  if (!holds) broken += 1;
  rmSync(schema, { force: true });
} finally {
  await server.stop();
  rmSync(work, { recursive: true, force: true });
}
console.log(broken === 0 ? 'Every reader was content.' : `${broken} readers found faults.`);
if (broken > 0) process.exitCode = 1;
