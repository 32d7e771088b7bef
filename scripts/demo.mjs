/**
 * `npm run demo`: the product on a data directory of its own, with a sample account to look around in: a month of uploads.
 * `npm run demo -- --days=7` makes a shorter history.
 */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startReceiver } from './demo/receiver.mjs';
import { ensureWebBuilt } from './lib/build-web.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { underNewNode } from './lib/node-version.mjs';
import { root } from './lib/root.mjs';
import { environment } from './lib/run.mjs';

const ready = /^Clearframe is ready at (\S+)$/m;

const { values: given } = parseArgs({ options: { days: { type: 'string', default: '30' } } });
const days = Number(given.days);
if (!Number.isInteger(days) || days < 2 || days > 30) throw new Error('--days is a whole number from 2 to 30');

if (await underNewNode(import.meta.url)) {
  await ensureInstalled();
  await ensureWebBuilt();
  const dataDir = process.env.DATA_DIR ?? join(root, 'data-demo');
  const port = Number(process.env.PORT ?? 3000);
  const receiver = await startReceiver(port + 1);
  const server = spawn(process.execPath, [join(root, 'packages/server/src/main.ts')], {
    cwd: root,
    env: environment({
      MALLOC_ARENA_MAX: '1',
      DATA_DIR: dataDir,
      PORT: String(port),
      // The sample account is made over HTTP by this script, which solves no puzzles; local mode allows it.
      CAPTCHA: 'off',
      // A month of uploads comes within a minute.
      RATE_LIMIT_SCALE: '20',
      TENANT_PRIVATE_TARGETS: receiver.target,
    }),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => server.kill(signal));
  server.once('close', (code) => process.exit(code ?? 1));
  let output = '';
  server.stdout.on('data', (bytes) => {
    const before = ready.test(output);
    output += bytes;
    if (before) process.stdout.write(bytes);
    else if (ready.test(output)) void begin(ready.exec(output)[1]);
  });

  const begin = async (url) => {
    try {
      // It draws pictures, with a library that a new clone has only now.
      const { seedDemo } = await import('./demo/seed.mjs');
      const account = await seedDemo({ url, dataDir, hook: receiver.url, days });
      console.log(`Clearframe is ready at ${url}, with a sample account:`);
      console.log(`  Sign in:     ${account.email}  ${account.password}`);
      console.log(`  A colleague: ${account.colleague}  ${account.password}`);
      console.log(`  Data:        ${dataDir} (delete it to begin anew)`);
      console.log('  Stop:        Ctrl+C');
    } catch (error) {
      console.error('The sample account could not be made:', error);
      server.kill('SIGINT');
    }
  };
}
