import { readConfig } from '../../src/config.ts';
import { createContext } from '../../src/create-context.ts';
import { sendStatements } from '../../src/transparency/send-statements.ts';

/** What the process does: sends a run until it has ended. Whoever started it may kill it at any time. */
export type SendStep = { url: string; dataDir: string; eu: string; run: string };

const [given] = process.argv.slice(2);
const { url, dataDir, eu, run }: SendStep = JSON.parse(given ?? '');
const said = readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent', CAPTCHA: 'off', VIDEO_TOOLS: 'off' });
const config = { ...said, databaseUrl: url, directUrl: url, allowPrivateTargets: [eu] };
const context = await createContext(config, { name: 'prove', maxConnections: 4 });
await sendStatements(context, run, { signal: new AbortController().signal, alive() {} });
await context.close();
