import pg from 'pg';
import { readConfig } from '../../src/config.ts';
import { createContext } from '../../src/create-context.ts';
import { type LineAccount, walkLine } from './trust-line.ts';

/** What the process does: walks the line of an account, and is killed with -9 before that statement of it; 0 = never. */
export type KillStep = { url: string; dataDir: string; eu: string; of: LineAccount; before: number };

const [given] = process.argv.slice(2);
const { url, dataDir, eu, of, before }: KillStep = JSON.parse(given ?? '');
let statements = 0;
let isWalking = false;
// Before there is a connection: each is watched by methods of its own, which call this one.
const own: unknown = Reflect.get(pg.Client.prototype, 'query');
if (typeof own !== 'function') throw new Error('There is no query to count');
Object.defineProperty(pg.Client.prototype, 'query', {
  configurable: true,
  writable: true,
  value(this: pg.Client, ...args: unknown[]): unknown {
    if (isWalking) statements += 1;
    // Not a handler, not a finally: nothing of this process runs after it.
    if (isWalking && statements === before) process.kill(process.pid, 'SIGKILL');
    return Reflect.apply(own, this, args);
  },
});
const said = readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent', CAPTCHA: 'off', VIDEO_TOOLS: 'off' });
const config = { ...said, databaseUrl: url, directUrl: url, allowPrivateTargets: [eu] };
const context = await createContext(config, { name: 'prove', maxConnections: 4 });
isWalking = true;
await walkLine(context, of);
process.send?.({ statements });
await context.close();
process.disconnect?.();
