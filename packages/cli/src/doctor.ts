import { constants } from 'node:fs';
import { access, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { printable } from './check/report.ts';
import { startChecker } from './checker-process.ts';
import type { Surroundings } from './surroundings.ts';

type Finding = { about: string; ok: boolean; text: string };

/** A grey square of 8 × 8 pixels as PNG: enough to go the whole way of a picture. */
const square = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAIAAABLbSncAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAAD0lEQVQImWNowAEYhpYEAILzYAEeEbvlAAAAAElFTkSuQmCC',
  'base64',
);

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

async function cacheFinding(folder: string): Promise<Finding> {
  try {
    await mkdir(folder, { recursive: true });
    await access(folder, constants.W_OK);
    return { about: 'Cache', ok: true, text: folder };
  } catch (error) {
    // The check works without it, half a second slower each time.
    return { about: 'Cache', ok: false, text: `${reasonOf(error)}. Set XDG_CACHE_HOME to a folder that you may write.` };
  }
}

async function analysisFinding({ cacheFolder, checkerScript }: Surroundings): Promise<Finding> {
  const folder = await mkdtemp(join(tmpdir(), 'clearframe-doctor-'));
  try {
    const path = join(folder, 'square.png');
    await writeFile(path, square);
    const script = checkerScript ?? new URL('./checker.ts', import.meta.url);
    const checker = await startChecker(script, { modelFolder: join(cacheFolder, 'models'), analysers: [] });
    const outcome = await checker.check({ source: { path } });
    checker.stop();
    if ('problem' in outcome) return { about: 'Analysis', ok: false, text: `${outcome.problem}. Install it again: npm ci` };
    const { processing_time_ms: ms, analysis_version: version } = outcome.analysis;
    return { about: 'Analysis', ok: true, text: `a picture took ${Math.round(ms)} ms, with ${version}` };
  } catch (error) {
    return { about: 'Analysis', ok: false, text: `${reasonOf(error)}. Install it again: npm ci` };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** `clearframe doctor` where no server is installed: what `check` needs. @returns 0, or 1 when something is wrong */
export async function runDoctor(json: boolean, surroundings: Surroundings): Promise<number> {
  const findings: Finding[] = [
    { about: 'Node', ok: true, text: `${process.versions.node} on ${process.platform} ${process.arch}` },
    await cacheFinding(surroundings.cacheFolder),
    await analysisFinding(surroundings),
  ];
  const lines = findings.map(({ about, ok, text }) => `${ok ? '✓' : '✗'} ${about.padEnd(10)}${printable(text)}\n`);
  surroundings.out.write(json ? `${JSON.stringify({ findings }, null, 2)}\n` : lines.join(''));
  return findings.every(({ ok }) => ok) ? 0 : 1;
}
