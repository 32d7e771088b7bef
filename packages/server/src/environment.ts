import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseEnv } from 'node:util';

/** Names and values, as a process has them. */
export type Variables = Readonly<Record<string, string | undefined>>;
/** What this process was given, and what the project's `.env` says beside it. */
export type Environment = { inherited: Variables; inFile: Variables };

const projectFile = fileURLToPath(new URL('../../../.env', import.meta.url));

/** The variables of this process alone. */
export const processEnvironment = (): Environment => ({ inherited: process.env, inFile: {} });

/**
 * The variables of this process and those of `.env` in the project's folder, where there is one. `process.env` stays as it is: whatever
 * this process starts, npm and the build included, would inherit the file's secrets from it.
 * CLEARFRAME_ENV_FILE names another file; `off` reads none, which tests do.
 * @throws Error with one line when the file cannot be read
 */
export function readEnvironment(inherited: Variables = process.env): Environment {
  const named = inherited.CLEARFRAME_ENV_FILE || null;
  if (named === 'off' || (named === null && !existsSync(projectFile))) return { inherited, inFile: {} };
  const file = named ?? projectFile;
  try {
    return { inherited, inFile: parseEnv(readFileSync(file, 'utf8')) };
  } catch (error) {
    throw new Error(`${file} cannot be read (${error instanceof Error ? error.message : String(error)})`);
  }
}

/** One list of variables: what was set before the start wins over the file. */
export const variablesOf = ({ inherited, inFile }: Environment): Variables => ({ ...inFile, ...inherited });

/** What the processes that we start need of ours: no setting of this server is among them, because those travel by message. */
const ofSystems = [
  String.raw`PATH|HOME|USER|LOGNAME|LANG|LANGUAGE|LC_\w+|TZ|TMPDIR|TMP|TEMP|XDG_\w+|LD_LIBRARY_PATH|DYLD_\w+|NIX_\w+|MALLOC_\w+`,
  // Where the client of S3 finds the credentials of this machine, when the settings hold none. No secret is among them.
  String.raw`AWS_(?:ROLE_\w+|PROFILE|REGION|EC2_METADATA_\w+|STS_REGIONAL_ENDPOINTS|CONTAINER_CREDENTIALS_\w+|\w+_FILE)`,
  String.raw`NODE_\w+|UV_THREADPOOL_SIZE|SSL_CERT_(?:FILE|DIR)|PG\w+|npm_config_(?:registry|userconfig)`,
  'SystemRoot|windir|PATHEXT|APPDATA|LOCALAPPDATA|USERPROFILE|ProgramData',
];
const passedOn = new RegExp(`^(?:${ofSystems.join('|')})$`, 'i');

/** The environment of the processes that run this server. */
export function childEnvironment(inherited: Variables = process.env): Record<string, string> {
  return Object.fromEntries(
    Object.entries(inherited).flatMap(([name, value]) => (value !== undefined && passedOn.test(name) ? [[name, value]] : [])),
  );
}
