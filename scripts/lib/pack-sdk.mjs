import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from './root.mjs';
import { npm, run } from './run.mjs';

const manifestOf = (name) => JSON.parse(readFileSync(join(root, `packages/${name}/package.json`), 'utf8'));

/** What programs elsewhere load: JavaScript with its types. */
const published = ({ name, version, type, license, dependencies }) => ({
  ...{ name, version, type, license, dependencies },
  exports: { '.': { types: './dist/index.d.ts', default: './dist/index.js' } },
});

async function orThrow(command, args, options) {
  const { code, output } = await run(command, args, { ...options, quiet: true });
  if (code !== 0) throw new Error(`${args.join(' ')}:\n${output}`);
  return output;
}

/** Compiles sdk and contract side by side. @returns the folder, with `sdk/src` and `contract/src` */
async function compile(work) {
  const config = join(work, 'tsconfig.json');
  const compilerOptions = {
    ...{ noEmit: false, declaration: true, rewriteRelativeImportExtensions: true, stripInternal: true },
    ...{ rootDir: join(root, 'packages'), outDir: join(work, 'out'), lib: ['es2024', 'dom', 'dom.iterable'], types: [] },
  };
  const files = ['sdk', 'contract'].map((name) => join(root, 'packages', name, 'src/index.ts'));
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
    const inside = join(folder, 'node_modules/@clearframe/contract');
    mkdirSync(inside, { recursive: true });
    cpSync(join(out, 'sdk/src'), join(folder, 'dist'), { recursive: true });
    cpSync(join(out, 'contract/src'), join(inside, 'dist'), { recursive: true });
    for (const file of ['packages/sdk/README.md', 'LICENSE']) cpSync(join(root, file), join(folder, file.split('/').at(-1)));
    writeFileSync(join(inside, 'package.json'), JSON.stringify(published(contract)));
    // The bundled contract brings no dependency of its own along: npm looks at those of the outermost package.
    const whole = { ...sdk, dependencies: { ...contract.dependencies, ...sdk.dependencies } };
    const manifest = { ...published(whole), bundleDependencies: ['@clearframe/contract'] };
    writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest, null, 2));
    const { command, args } = npm(['pack', '--json', '--pack-destination', into]);
    await orThrow(command, args, { cwd: folder });
    return join(into, `clearframe-sdk-${sdk.version}.tgz`);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}
