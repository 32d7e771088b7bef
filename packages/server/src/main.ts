import { processEnvironment } from './environment.ts';
import { start } from './start.ts';

await start(processEnvironment());
