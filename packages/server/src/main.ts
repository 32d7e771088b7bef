import './quick-imports.ts';

// What is imported above any line is resolved before that line runs.
const [{ processEnvironment }, { start }] = await Promise.all([import('./environment.ts'), import('./start.ts')]);
await start(processEnvironment());
