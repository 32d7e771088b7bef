import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AppError } from '@clearframe/contract';
import { readLibraryVersion } from '@clearframe/engine/light';
import type { Config } from '../../config.ts';
import { analyses } from '../../config-roles.ts';
import { chooseLevel } from '../../confinement/choose-level.ts';
import { createConfine } from '../../confinement/confine.ts';
import { type ConfinementLevel, missingProtections } from '../../confinement/level.ts';
import { modelFolders } from '../../confinement/model-folders.ts';
import { libraryPath } from '../../tools/fetch-library.ts';
import { createFindVideoTools } from '../../tools/find-video-tools.ts';
import { libraryPackage } from '../../tools/video-library.ts';
import { type Finding, fault, ok, warning } from './finding.ts';

/** The data folder, which programs must not see. Before the first start there is none. */
const hidden = ({ dataDir }: Config): string => (existsSync(dataDir) ? dataDir : tmpdir());

export function judgeConfinement(level: ConfinementLevel): Finding {
  const missing = missingProtections(level);
  if (missing.length === 0) return ok('decoders', 'Decoders are shut in as far as this server can.');
  return warning(
    'decoders',
    `Decoders are shut in with fewer protections. Not protected: ${missing.join('; ')}.`,
    'Allow user namespaces, and install util-linux. See docs/security.md.',
  );
}

/** Tries with real programs how far this machine shuts decoders in, and which program reads videos. Fetches nothing. */
export async function checkMachine(config: Config): Promise<Finding[]> {
  if (!analyses(config)) return [await checkVideo(config)];
  const level = await chooseLevel(hidden(config), modelFolders(config));
  return [judgeConfinement(level), await checkVideo(config, level)];
}

const silent = { info: () => undefined, warn: () => undefined };

async function checkVideo(config: Config, known?: ConfinementLevel): Promise<Finding> {
  const check = 'videos';
  const confine = createConfine(known ?? (await chooseLevel(hidden(config))), hidden(config));
  const wanted = libraryPackage(process.platform, process.arch);
  const library = wanted && libraryPath(join(config.dataDir, 'tools'), wanted);
  const isFetched = library !== null && existsSync(library);
  const fetchTools = async () => {
    if (!isFetched) throw new Error('the server tries it with the first video');
    return { library, version: await readLibraryVersion(library, confine) };
  };
  try {
    const tools = await createFindVideoTools({ config, log: silent, confine, fetchTools })();
    const what = 'ffmpeg' in tools ? `ffmpeg ${tools.version} at ${tools.ffmpeg}` : `FFmpeg's library ${tools.version}`;
    return ok(check, `Videos are read with ${what}.`);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const why = error.detail ?? error.message;
    if (config.ffmpegPath !== null) return fault(check, `Videos cannot be read: ${why}.`, 'Correct FFMPEG_PATH, or remove it.');
    return warning(check, `Videos cannot be read yet: ${why}.`, 'Install ffmpeg, or let this machine reach the npm registry.');
  }
}
