import { analyserSettings } from '@clearframe/contract';
import type { ChosenAnalyser } from '../checker-messages.ts';

/** The built-in analysis, as `--analysers` names it. */
export const BUILT_IN = 'local';

/** An analyser lacks a setting. The message names the variable. */
class SettingError extends Error {
  override name = 'SettingError';
}

/**
 * The analysers of a list beside the built-in one, with their settings out of the variables that the server reads too.
 * @throws SettingError naming the variable that is missing
 */
export function chooseAnalysers(
  names: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): ChosenAnalyser[] {
  return Object.entries(analyserSettings)
    .filter(([name]) => names.includes(name))
    .map(([name, { needed, settings }]) => {
      const read = Object.entries(settings).map(([setting, variable]): [string, string | undefined] => {
        const value = environment[variable]?.trim() || undefined;
        if (value === undefined && needed.some((one) => one === setting))
          throw new SettingError(`${variable} is missing: the analyser ${name} needs it`);
        return [setting, setting === 'url' ? value?.replace(/\/+$/, '') : value];
      });
      return { name, settings: Object.fromEntries(read) };
    });
}
