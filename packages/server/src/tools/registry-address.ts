import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const USUAL = 'https://registry.npmjs.org/';
const TIMEOUT_MS = 20_000;

/** The registry that npm is set to on this machine, with a slash at its end; the public one where npm does not say. */
export async function readRegistryAddress(): Promise<string> {
  const said = await promisify(execFile)('npm', ['config', 'get', 'registry'], { timeout: TIMEOUT_MS }).then(
    ({ stdout }) => stdout.trim(),
    () => '',
  );
  if (!URL.canParse(said) || !/^https?:$/.test(new URL(said).protocol)) return USUAL;
  return said.endsWith('/') ? said : `${said}/`;
}
