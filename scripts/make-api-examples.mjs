/**
 * Records docs/api-examples.json again: what the server answers to each example of the API reference.
 *   node scripts/make-api-examples.mjs
 * The journey that runs the examples sends them as the page gives them, and writes what it received.
 */
import { run } from './lib/run.mjs';

const { code } = await run('npx', ['playwright', 'test', 'api-examples', '-g', 'API-01 PUB-06 every example'], {
  env: { RECORD_API_EXAMPLES: '1' },
});
if (code === 0) await run('npx', ['biome', 'format', '--write', 'docs/api-examples.json'], { quiet: true });
process.exit(code);
