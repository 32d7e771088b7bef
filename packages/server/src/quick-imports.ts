import { type ResolveFnOutput, registerHooks } from 'node:module';

const big = 'drizzle-orm';
const within = `/node_modules/${big}/`;
/** What each name of the package leads our own files to. */
const found = new Map<string, ResolveFnOutput>();

/**
 * Loaded before anything else, by `--import` or as the first line of a program. Each time a file is imported, Node parses the `exports` of
 * its package anew, and drizzle's are 179 kB: of the 1.9 s of CPU in which a process loaded its modules, 1.2 s. With this they are read
 * once a name, and the package's own files are what they are called (docs/decisions/098).
 */
registerHooks({
  resolve(specifier, context, next) {
    const { parentURL = '' } = context;
    if (specifier.startsWith('.') && specifier.endsWith('.js') && parentURL.includes(within))
      return { url: new URL(specifier, parentURL).href, format: 'module', shortCircuit: true };
    if ((specifier !== big && !specifier.startsWith(`${big}/`)) || parentURL.includes('/node_modules/'))
      return next(specifier, context);
    const known = found.get(specifier) ?? { ...next(specifier, context), shortCircuit: true };
    found.set(specifier, known);
    return known;
  },
});
