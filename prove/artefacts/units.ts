import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { outcomeOf, type Part } from './part.ts';

const unit = join(import.meta.dirname, '../../deploy/systemd/clearframe@.service');
/** Tenths, as the option takes them. */
const exposureMax = 30;

function look(text: string, ...words: string[]): { code: number | null; said: string } {
  const folder = mkdtempSync(join(tmpdir(), 'clearframe-unit-'));
  try {
    const path = join(folder, 'clearframe@.service');
    writeFileSync(path, text);
    const { status, stdout, stderr } = spawnSync('systemd-analyze', [...words, path], { encoding: 'utf8', timeout: 60_000 });
    return { code: status, said: `${stdout}${stderr}`.trim() };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
const verify = (text: string) => look(text, 'verify', '--man=no');
const secure = (text: string) => look(text, 'security', '--offline=true', '--no-pager', `--threshold=${exposureMax}`);

/** What systemd says of the unit, and that it says something of one with mistakes. */
export const units: Part = {
  name: 'systemd',
  async prove(print) {
    const { error, stdout } = spawnSync('systemd-analyze', ['--version'], { encoding: 'utf8' });
    if (error) return { notRun: 'there is no systemd-analyze here' };
    // It looks whether the program is there.
    const text = readFileSync(unit, 'utf8').replace('/usr/bin/node', process.execPath);
    const [read, security] = [verify(text), secure(text)];
    print(`${stdout.split('\n', 1)[0]}: ${read.said || 'no complaint'}; ${security.said.split('\n').at(-1) ?? ''}`);
    const seeded = [
      verify(text.replace('ExecStart=', 'ExecStrt=')),
      verify(text.replace(process.execPath, '/nowhere/node')),
      secure(text.replace('ProtectSystem=strict', '').replace('DynamicUser=yes', '').replace('NoNewPrivileges=yes', '')),
    ].filter(({ code, said }) => code !== 0 || /Unknown key|lacks/i.test(said));
    print(`${seeded.length} of 3 seeded mistakes were found`);
    return outcomeOf(
      [
        ...(read.code === 0 && read.said === '' ? [] : [`systemd-analyze verify: ${read.said}`]),
        ...(security.code === 0 ? [] : [`the unit is more exposed than ${exposureMax / 10}`]),
        ...(seeded.length === 3 ? [] : ['a seeded mistake was not found']),
      ],
      print,
    );
  },
};
