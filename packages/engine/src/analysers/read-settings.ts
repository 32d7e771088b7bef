import type { z } from 'zod';
import type { AnalyserSettings } from './analyser.ts';

/**
 * An adapter's settings by its schema.
 * @throws Error with the analyser's name and the setting that is missing or wrong, never its value
 */
export function readSettings<T>(name: string, schema: z.ZodType<T>, settings: AnalyserSettings): T {
  const parsed = schema.safeParse(settings);
  if (parsed.success) return parsed.data;
  const wrong = parsed.error.issues.map(({ path }) => path.join('.')).join(', ');
  throw new Error(`The analyser ${name} needs other settings: ${wrong}`);
}
