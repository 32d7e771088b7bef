import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from './root.mjs';
import { npm, run } from './run.mjs';

const manifestOf = (name) => JSON.parse(readFileSync(join(root, `packages/${name}/package.json`), 'utf8'));

/** What programs elsewhere load: JavaScript with its types. */
const published = ({ name, version, type, license, dependencies }) => ({
  name,
  version,
  type,
  license,
  dependencies,
  exports: { '.': { types: './dist/index.d.ts', default: './dist/index.js' } },
});

async function orThrow(command, args, options) {
  const { code, output } = await run(command, args, { ...options, quiet: true });
  if (code !== 0) throw new Error(`${args.join(' ')}:\n${output}`);
  return output;
}

/**
 * Compiles the SDK with the contract that it imports. The contract is named by its path: found in node_modules it counts as somebody
 * else's, and which of its files the compiler then writes depends on which thread reads them first.
 * @returns the folder, with `sdk/src` and `contract/src`
 */
async function compile(work) {
  const config = join(work, 'tsconfig.json');
  const compilerOptions = {
    noEmit: false,
    declaration: true,
    rewriteRelativeImportExtensions: true,
    stripInternal: true,
    rootDir: join(root, 'packages'),
    outDir: join(work, 'out'),
    lib: ['es2024', 'dom', 'dom.iterable'],
    types: [],
    paths: { '@clearframe/contract': [join(root, 'packages/contract/src/index.ts')] },
  };
  const files = [join(root, 'packages/sdk/src/index.ts')];
  writeFileSync(config, JSON.stringify({ extends: join(root, 'tsconfig.base.json'), compilerOptions, files }));
  await orThrow(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', config]);
  return join(work, 'out');
}

/**
 * Packs the SDK as npm takes it: plain JavaScript, the contract inside, nothing else needed but zod.
 * @param {string} into folder for the file
 * @returns {Promise<string>} its path
 */
export async function packSdk(into) {
  const work = mkdtempSync(join(tmpdir(), 'clearframe-sdk-'));
  try {
    const out = await compile(work);
    const [sdk, contract] = [manifestOf('sdk'), manifestOf('contract')];
    const folder = join(work, 'package');
    const dist = join(folder, 'dist');
    mkdirSync(folder, { recursive: true });
    cpSync(join(out, 'sdk/src'), dist, { recursive: true });
    cpSync(join(out, 'contract/src'), join(dist, 'contract'), { recursive: true });
    // Inside of the package itself: of what npm bundles it has left files out.
    for (const name of readdirSync(dist).filter((one) => /\.(?:js|d\.ts)$/.test(one))) {
      const text = readFileSync(join(dist, name), 'utf8');
      writeFileSync(join(dist, name), text.replaceAll("'@clearframe/contract'", "'./contract/index.js'"));
    }
    for (const file of ['packages/sdk/README.md', 'LICENSE']) cpSync(join(root, file), join(folder, file.split('/').at(-1)));
    const manifest = { ...published(sdk), dependencies: contract.dependencies, files: ['dist'] };
    writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest, null, 2));
    const { command, args } = npm(['pack', '--json', '--pack-destination', into]);
    await orThrow(command, args, { cwd: folder });
    return join(into, `clearframe-sdk-${sdk.version}.tgz`);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}
