import { parseArgs } from 'node:util';

export type Command =
  | { name: 'check'; targets: string[]; json: boolean }
  | { name: 'help' }
  | { name: 'version' }
  | { name: 'usage_error'; message: string };

/** Reads the words behind `clearframe`. It never throws: what cannot be read is a usage error. */
export function parseCommand(args: readonly string[]): Command {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        json: { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h', default: false },
        version: { type: 'boolean', short: 'v', default: false },
      },
    });
    const [name, ...targets] = positionals;
    if (values.version) return { name: 'version' };
    if (values.help || name === 'help') return { name: 'help' };
    if (name === undefined) return { name: 'usage_error', message: 'A command is missing.' };
    if (name !== 'check') return { name: 'usage_error', message: `There is no command "${name}".` };
    if (targets.length === 0) return { name: 'usage_error', message: 'check takes at least one file, folder or URL.' };
    return { name: 'check', targets, json: values.json };
  } catch (error) {
    return { name: 'usage_error', message: error instanceof Error ? error.message : String(error) };
  }
}

export const helpText = `Usage: clearframe check FILE|DIR|URL… [--json]
       clearframe grant EMAIL FRAMES --reason TEXT
       clearframe hold|release MEDIA_ID --reason TEXT, clearframe holds, clearframe reseal
       clearframe two-step off EMAIL --reason TEXT
       clearframe help | --version

check   Says of each picture whether it is safe: JPEG, PNG, WebP, GIF, HEIC, HEIF, AVIF.
        A folder is searched for pictures, subfolders included; names that begin with a dot are left out.
        Everything happens on this machine; only a URL is fetched.
        --json   one JSON document with all scores instead of lines

grant, hold, release, holds, two-step, reseal
        For the operator, where the server is installed: frames for an account, legal holds on items, help for a person who
        lost their authenticator app and recovery codes, a new secret key.

Exit code of check
  0   every picture is safe ("review" counts as safe)
  1   a picture is flagged, whatever else happened
  2   nothing is flagged, but a file could not be checked; or the command was not understood`;
