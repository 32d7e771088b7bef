/** `npm run dev`: the server starts again when its sources change, the pages come from Vite. Open http://localhost:5173. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { ensureInstalled } from './lib/install.mjs';
import { underNewNode } from './lib/node-version.mjs';
import { root } from './lib/root.mjs';
import { environment } from './lib/run.mjs';

const watched = ['server', 'engine', 'contract'].map((name) => `--watch-path=${join(root, 'packages', name, 'src')}`);

if (await underNewNode(import.meta.url)) {
  await ensureInstalled();
  const begin = (args, options = {}) => spawn(process.execPath, args, { stdio: 'inherit', ...options });
  const children = [
    // Cookies and the same-site check go by the address in the browser, which is Vite's.
    begin([...watched, '--watch-preserve-output', join(root, 'packages/server/src/main.ts')], {
      cwd: root,
      env: environment({ PUBLIC_URL: 'http://localhost:5173' }),
    }),
    begin([join(root, 'node_modules/@react-router/dev/bin.cjs'), 'dev', '--port', '5173', '--strictPort'], {
      cwd: join(root, 'packages/web'),
      env: environment(),
    }),
  ];
  const stop = () => {
    for (const child of children) child.kill('SIGTERM');
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop);
  for (const child of children) child.once('exit', stop);
}
