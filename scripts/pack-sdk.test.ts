import { execFileSync } from 'node:child_process';
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { packSdk } from './lib/pack-sdk.mjs';
import { root } from './lib/root.mjs';

let folder: string;
/** Where somebody else's program lives: nothing of this repository but the unpacked file, and zod. */
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'clearframe-packed-'));
  const tarball = await packSdk(folder);
  const home = join(folder, 'node_modules/@clearframe/sdk');
  mkdirSync(home, { recursive: true });
  execFileSync('tar', ['-xzf', tarball, '-C', home, '--strip-components=1']);
  symlinkSync(join(root, 'node_modules/zod'), join(folder, 'node_modules/zod'));
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
});
afterAll(() => rmSync(folder, { recursive: true }));

const program = `
import { ClearframeError, createClient, verifySignature } from '@clearframe/sdk';
const client = createClient({
  baseUrl: 'http://localhost:1',
  token: 't',
  fetch: async () => new Response('{"status":"error","message":"Invalid API token","data":null}', { status: 401 }),
});
const refusal: unknown = await client.upload({ media: new Blob(['x']), tags: ['a'] }).catch((error: unknown) => error);
await verifySignature('{"test": 2432232314}', new Headers({
  'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
  'webhook-timestamp': '1614265330',
  'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
}), 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', { now: () => 1614265330000 });
console.log(refusal instanceof ClearframeError ? refusal.status + ' ' + refusal.message : refusal);
`;

describe('the packed SDK', () => {
  it('runs in a program of somebody else, by zod alone', () => {
    writeFileSync(join(folder, 'program.ts'), program);
    const out = execFileSync(process.execPath, ['--experimental-strip-types', 'program.ts'], { cwd: folder, encoding: 'utf8' });
    expect(out).toBe('401 Invalid API token\n');
  });

  it('brings types that hold without our settings, and that a mistake breaks', () => {
    const check = (source: string) => {
      writeFileSync(join(folder, 'typed.ts'), source);
      const settings = [
        '--strict',
        '--noEmit',
        '--target',
        'es2024',
        '--module',
        'nodenext',
        '--types',
        '',
        '--skipLibCheck',
        'false',
      ];
      const tsc = join(root, 'node_modules/typescript/bin/tsc');
      execFileSync(process.execPath, [tsc, 'typed.ts', '--lib', 'es2024,dom,dom.iterable', ...settings], {
        cwd: folder,
        encoding: 'utf8',
      });
    };
    check(program);
    expect(() => check(program.replace("tags: ['a']", 'tags: 1'))).toThrow();
  });

  it('needs nothing that only Node has', () => {
    const files = globSync('node_modules/@clearframe/sdk/dist/**/*.js', { cwd: folder });
    expect(files.length).toBeGreaterThan(20);
    const ofNode = /from 'node:|\bBuffer\b|\bprocess\.\w/;
    expect(files.filter((file) => ofNode.test(readFileSync(join(folder, file), 'utf8')))).toEqual([]);
  });
});
