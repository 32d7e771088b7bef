import { readConfig } from '../packages/server/src/config.ts';
import { createContext } from '../packages/server/src/create-context.ts';
import { liveInterleavings } from '../packages/server/test/interleavings/live-interleavings.ts';

/** What one process of the proof does. */
export type Share = { url: string; dataDir: string; seed: number; count: number; arenas: number };
/** How far it is, and what it found since it last said so. */
export type ShareMessage = { done: number; steps: number; violations: readonly string[] };

const [given] = process.argv.slice(2);
const { url, dataDir, seed, count, arenas }: Share = JSON.parse(given ?? '');
const config = { ...readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent', CAPTCHA: 'off' }), databaseUrl: url };
const context = await createContext(config, { name: 'prove', maxConnections: 8 });
const tell = (message: ShareMessage): void => void process.send?.(message);
await liveInterleavings(context, url, { count, seed, arenas, onProgress: tell });
await context.close();
process.disconnect?.();
