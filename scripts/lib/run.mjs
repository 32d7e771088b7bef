import { spawn } from 'node:child_process';
import { delimiter, dirname } from 'node:path';
import { root } from './root.mjs';

/** The environment of what we start: our Node first on the path (npm and npx run under it too), no CUDA download, a production build. */
export function environment(extra = {}) {
  return {
    ...process.env,
    ONNXRUNTIME_NODE_INSTALL: 'skip',
    PATH: `${dirname(process.execPath)}${delimiter}${process.env.PATH ?? ''}`,
    ...extra,
  };
}

/**
 * Runs a program in the clone. With `onOutput` all that it writes goes there instead of the terminal, as it comes.
 * @returns {Promise<{ code: number, output: string }>} its exit code (128 + n for a signal), and what it wrote unless `quiet` is false
 */
export function run(command, args, { quiet = false, cwd = root, env = {}, onOutput } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd,
      env: environment(env),
      stdio: ['ignore', ...(quiet || onOutput ? ['pipe', 'pipe'] : ['inherit', 'inherit'])],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding('utf8').on('data', onOutput ?? ((text) => (output += text)));
    child.once('error', reject);
    child.once('close', (code, signal) => resolve({ code: code ?? (signal ? 129 : 1), output }));
  });
}

/** Runs it quietly with a line now and then, so that nobody takes a long step for a hang. Prints its output when it fails. */
export async function runWithProgress(title, command, args, options = {}) {
  const begun = Date.now();
  const seconds = () => Math.round((Date.now() - begun) / 1000);
  console.log(`${title} …`);
  const timer = setInterval(() => console.log(`  … ${seconds()} s`), 5000);
  const { code, output } = await run(command, args, { ...options, quiet: true }).finally(() => clearInterval(timer));
  if (code === 0) console.log(`  done in ${seconds()} s`);
  else console.error(output);
  return code;
}

/** npm with the Node that runs us: the npm that started us where it says so, else the one on the path. */
export function npm(args) {
  const cli = process.env.npm_execpath;
  return cli?.endsWith('.js') ? { command: process.execPath, args: [cli, ...args] } : { command: 'npm', args };
}
