import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { root } from './lib/root.mjs';
import { violations } from './shape.mjs';

let base: string;
beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'clearframe-shape-'));
});
afterEach(() => rmSync(base, { recursive: true, force: true }));

function write(file: string, text: string): void {
  mkdirSync(dirname(join(base, file)), { recursive: true });
  writeFileSync(join(base, file), text);
}

describe('the shape', () => {
  it('is kept by this tree', () => {
    expect(violations()).toEqual([]);
  });

  it.each([
    ['packages/contract/src/a.ts', "import { x } from '@clearframe/engine';", 'contract may not import engine'],
    ['packages/engine/src/a.ts', "import { x } from '@clearframe/server';", 'engine may not import server'],
    ['packages/sdk/src/a.ts', "export * from '@clearframe/engine';", 'sdk may not import engine'],
    ['packages/web/app/root.tsx', "import { x } from '@clearframe/server';", 'web may not import server'],
    ['packages/web/app/root.tsx', "import { x } from '../../server/src/b.ts';", 'leaves its package'],
    ['packages/cli/src/a.ts', "import { x } from '@clearframe/engine/src/b.ts';", 'goes past the door of engine'],
    ['packages/server/src/moderation/a.ts', "import { x } from '@clearframe/engine';", 'would decode beside secrets'],
    ['packages/cli/src/a.ts', "import { x } from '@clearframe/engine/heavy';", 'goes past the door of engine'],
    ['packages/server/src/routes/a.ts', "import { x } from '../jobs/b.ts';", 'routes may not import jobs'],
    ['packages/server/src/routes/a.ts', "import { x } from '../db/client.ts';", 'routes may not import db'],
    ['packages/server/src/jobs/a.ts', "import { x } from '../routes/b.ts';", 'jobs may not import routes'],
    ['packages/server/src/jobs/a.ts', "const x = await import('../routes/b.ts');", 'jobs may not import routes'],
    ['packages/server/src/storage/a.ts', "import type { X } from '../moderation/b.ts';", 'storage may not import moderation'],
    ['packages/server/src/mail/a.ts', "import type { Context } from '../context.ts';", 'mail may not import context.ts'],
    ['packages/server/src/queue/a.ts', "import {\n  x,\n} from '../jobs/b.ts';", 'queue may not import jobs'],
    ['packages/server/src/billing/a.ts', "import { x } from '../accounts/b.ts';", 'billing may not import accounts'],
    ['packages/server/src/supervisor/a.ts', "import '../routes/b.ts';", 'supervisor may not import routes'],
    [
      'packages/server/src/moderation/item/a.ts',
      "import type { X } from '../decide/b.ts';",
      'moderation/item may not import moderation/decide',
    ],
    [
      'packages/server/src/moderation/newroom/a.ts',
      "import { x } from '../item/b.ts';",
      'moderation/newroom, which has no place',
    ],
    ['packages/server/src/routes/team/a.ts', "import { x } from '../media/b.ts';", 'routes/team may not import routes/media'],
    ['packages/web/app/shared/ui/a.tsx', "import { x } from '../../dashboard/upload/b.tsx';", 'shared may not import dashboard'],
    ['packages/web/app/site/a.tsx', "import type { X } from '../sign-in/b.tsx';", 'site may not import sign-in'],
    ['packages/web/app/sign-in/a.tsx', "import { x } from '../site/b.tsx';", 'sign-in may not import site'],
    ['packages/web/app/dashboard/media/a.tsx', "import { x } from '../../routes/b.tsx';", 'dashboard may not import routes'],
    [
      'packages/web/app/dashboard/media/item/a.tsx',
      "import styles from '../../webhooks/hooks/b.module.css';",
      'dashboard/media may not import dashboard/webhooks',
    ],
    [
      'packages/web/app/dashboard/shell/layout/a.tsx',
      "const B = lazy(() => import('../../home/b.tsx'));",
      'dashboard/shell may not import dashboard/home',
    ],
    ['packages/web/app/dashboard/newroom/a.tsx', "import { x } from '../ui/b.tsx';", 'dashboard/newroom, which has no place'],
    ['packages/web/app/features/a.tsx', "import { x } from '../shared/ui/b.tsx';", 'lies in features, which has no place'],
    ['packages/server/src/newroom/a.ts', "import { x } from '../db/b.ts';", 'has no place'],
    ['packages/web/app/dashboard/newroom/a.tsx', "import { x } from './b.tsx';", 'dashboard/newroom, which has no place'],
    ['packages/web/app/features/a.module.css', '.a {}\n', 'lies in features, which has no place'],
    ['packages/web/app/a.ts', 'export {};\n', 'lies in a.ts, which has no place'],
    ['packages/server/src/newroom/a.ts', 'export {};\n', 'lies in newroom, which has no place'],
    ['packages/server/src/routes/newroom/a.ts', 'export {};\n', 'lies in routes/newroom, which has no place'],
    ['packages/server/src/db/a.ts', 'export const x = process.env.HOME;', 'reads the environment'],
    ['packages/engine/src/a.ts', 'export const x = process.env.HOME;', 'reads the environment'],
    ['packages/server/src/db/a.ts', 'export {};\n'.repeat(301), '301 lines'],
    ['scripts/a.mjs', 'export {};\n'.repeat(301), '301 lines'],
    ['packages/engine/src/a.ts', "import { readFileSync } from 'node:fs';", 'may not import node:fs'],
    ['packages/engine/src/a.ts', "const { get } = await import('node:https');", 'may not import node:https'],
    ['packages/engine/src/video/a.ts', "import { connect } from 'node:net';", 'may not import node:net'],
    ['packages/server/src/jobs/a.ts', "import { x } from '../app.ts';", 'jobs may not import app.ts'],
    ['packages/server/src/routes/a.ts', "import { x } from '../supervisor/b.ts';", 'routes may not import supervisor'],
    ['e2e/a.journey.spec.ts', `// ${'x'.repeat(138)}\n`, 'e2e/a.journey.spec.ts:1: longer than 140 characters'],
    ['docs/a.md', `\n${'x '.repeat(71)}`, 'docs/a.md:2: longer than 140 characters'],
    ['README.md', 'x'.repeat(141), 'longer than 140 characters'],
    ['packages/cli/test/a.ts', `export const x = { a, ..${'.{ b, c }'} };\n`, 'spreads an object made on the spot'],
    ['packages/web/app/shared/ui/a.module.css', '.a {}\n'.repeat(301), '301 lines'],
    [
      'packages/web/app/dashboard/tokens/a.tsx',
      'export const A = () => <table className="tbl" />;\n',
      'writes DataTable by hand',
    ],
    [
      'packages/web/app/dashboard/tokens/a.tsx',
      'export const A = () => <Dialog open />;\n',
      'writes DialogForm or AskDialog by hand',
    ],
    [
      'packages/web/app/dashboard/a.tsx',
      'export const A = ({ at }: { at: string }) => <p>Sent {formatDate(at)}</p>;\n',
      'writes Time by hand',
    ],
    [
      'packages/web/app/dashboard/tokens/a.ts',
      "export const a = { queryKey: ['tokens'] };\n",
      'writes a key of shared/api/keys.ts by hand',
    ],
    ['packages/web/app/shared/ui/a.tsx', 'export const A = () => <dialog />;\n', 'writes DialogForm or AskDialog by hand'],
  ])('catches in %s what it should: %#', (file, text, problem) => {
    write(file, text);
    expect(violations(base)).toHaveLength(1);
    expect(violations(base)[0]).toContain(problem);
  });

  it('catches two folders of the web that use each other, also by a style sheet and a folder by what lies in it', () => {
    write('packages/web/app/site/docs/a.tsx', "import styles from '../guides/b.module.css';\n");
    write('packages/web/app/site/guides/c.tsx', "import { x } from '../docs/d.tsx';\n");
    expect(violations(base)).toEqual([expect.stringContaining('site/docs and packages/web/app/site/guides use each other')]);
    write('packages/web/app/site/guides/c.tsx', "import { x } from './d.tsx';\n");
    expect(violations(base)).toEqual([]);
    write('packages/web/app/site/e.tsx', "import { x } from './guides/c.tsx';\n");
    write('packages/web/app/site/guides/c.tsx', "import { x } from '../f.ts';\n");
    expect(violations(base)).toEqual([
      expect.stringContaining('packages/web/app/site and packages/web/app/site/guides use each other'),
    ]);
  });

  it('catches rings of files that types alone close', () => {
    write('packages/engine/src/a.ts', "import { b } from './b.ts';\n");
    write('packages/engine/src/b.ts', "import { c } from './c.ts';\n");
    write('packages/engine/src/c.ts', 'export {};\n');
    expect(violations(base)).toEqual([]);
    write('packages/engine/src/c.ts', "import type { A } from './a.ts';\n");
    expect(violations(base)).toEqual([
      'packages/engine/src/a.ts, packages/engine/src/b.ts, packages/engine/src/c.ts lead back to themselves',
    ]);
  });

  it.each([
    ['packages/server/src/config.ts', 'export const x = process.env.HOME;'],
    ['packages/cli/bin/a.mjs', 'export const x = process.env.HOME;'],
    ['packages/server/src/db/a.test.ts', 'export {};\n'.repeat(301)],
    ['packages/server/src/moderation/a.ts', "import { x } from '../billing/b.ts';"],
    ['packages/web/app/routes/dashboard/a.tsx', "import { x } from '../b.tsx';"],
    ['packages/web/app/routes/a.tsx', "import { x } from '../dashboard/home/b.tsx';"],
    ['packages/web/app/dashboard/home/a.tsx', "import { x } from '../account/b.tsx';"],
    ['packages/web/app/shared/ui/a.test.tsx', "import { x } from '../../routes/b.tsx';"],
    ['packages/server/src/routes/a.ts', "import { x } from '../moderation/b.ts';"],
    ['packages/web/app/dashboard/ui/data-table.tsx', 'export const A = () => <table />;\n'],
    ['packages/web/app/site/pricing/a.tsx', 'export const A = () => <table />;\n'],
    ['packages/web/app/dashboard/ui/dialog/a.tsx', 'export const A = () => <dialog />;\n'],
    ['packages/web/app/dashboard/tokens/a.tsx', 'export const A = () => <DialogForm open />;\n'],
    ['packages/server/src/moderation/decide/a.ts', "import type { X } from '../item/b.ts';"],
    ['packages/engine/src/video/a.ts', "import { open } from 'node:fs/promises';"],
    ['docs/a.md', `| ${'x '.repeat(80)}|\n<https://a.example/${'x'.repeat(140)}>\n`],
    ['docs/specification.md', 'x'.repeat(141)],
    ['e2e/a.ts', 'export const x = { ...(b ? { c } : {}), ...d };\n'],
  ])('lets pass %s', (file, text) => {
    write(file, text);
    expect(violations(base)).toEqual([]);
  });
});

describe('Biome', () => {
  const biome = join(root, 'node_modules/@biomejs/biome/bin/biome');
  const lint = (): string => {
    const ended = spawnSync(process.execPath, [biome, 'lint', '--max-diagnostics=none', '.'], { cwd: base, encoding: 'utf8' });
    return ended.stdout + ended.stderr;
  };
  beforeEach(() => {
    for (const file of ['biome.json', '.gitignore']) copyFileSync(join(root, file), join(base, file));
    write('package.json', JSON.stringify({ name: 'seed', private: true }));
    write('packages/server/package.json', JSON.stringify({ name: '@clearframe/server', dependencies: { zod: '4.6.7' } }));
  });

  it.each([
    ['noUndeclaredDependencies', 'packages/server/src/db/a.ts', "import lodash from 'lodash';\nconsole.log(lodash);\n"],
    ['noExplicitAny', 'packages/server/src/db/a.ts', 'export const x: any = 1;\n'],
    ['noNonNullAssertion', 'packages/server/src/db/a.ts', 'export const x = [1][0]!;\n'],
  ])('catches by %s in %s', (rule, file, text) => {
    expect(lint()).not.toContain(rule);
    write(file, text);
    expect(lint()).toContain(rule);
  });

  it('catches by noImportCycles two files that need each other', () => {
    write('packages/server/src/db/a.ts', "import { b } from './b.ts';\nexport const a = () => b;\n");
    write('packages/server/src/db/b.ts', 'export const b = 1;\n');
    expect(lint()).not.toContain('noImportCycles');
    write('packages/server/src/db/b.ts', "import { a } from './a.ts';\nexport const b = () => a;\n");
    expect(lint()).toContain('noImportCycles');
  });
});

describe('knip', () => {
  it('catches exports and files that nobody uses', () => {
    copyFileSync(join(root, 'knip.jsonc'), join(base, 'knip.jsonc'));
    write('package.json', JSON.stringify({ name: 'seed', private: true, workspaces: ['packages/server'] }));
    write('packages/server/package.json', JSON.stringify({ name: '@clearframe/server' }));
    write('packages/server/src/main.ts', "import { used } from './a.ts';\nconsole.log(used);\n");
    write('packages/server/src/a.ts', 'export const used = 1;\nexport const forgotten = 2;\n');
    write('packages/server/src/alone.ts', 'export {};\n');
    const knip = [join(root, 'node_modules/knip/bin/knip.js'), '--no-progress'];
    const { status, stdout } = spawnSync(process.execPath, knip, { cwd: base, encoding: 'utf8' });
    expect(status).toBe(1);
    expect(stdout).toContain('forgotten');
    expect(stdout).toContain('packages/server/src/alone.ts');
    expect(stdout).not.toMatch(/^used/m);
  });
});
