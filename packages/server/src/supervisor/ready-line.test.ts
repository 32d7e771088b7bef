import { expect, it } from 'vitest';
import { readyLine, saysReady } from './ready-line.ts';

it.each([
  ['http://localhost:3000', 'Clearframe is ready at http://localhost:3000'],
  [null, 'Clearframe runs analyses for the servers on this database.'],
])('OPS-01 says that a machine with the address %s runs, in words that a fleet waits for', (address, line) => {
  expect(readyLine(address)).toBe(line);
  expect(saysReady(`Tables are ready.\n${line}\n  Stop:        Ctrl+C\n`)).toBe(true);
});

it.each([
  ['nothing', ''],
  ['that it stops', 'Stopping …'],
  ['why it does not start', 'Clearframe is already running on /data. Stop it, or set DATA_DIR to another folder.'],
])('OPS-01 takes a machine that says %s for one that does not run', (_what, output) => {
  expect(saysReady(output)).toBe(false);
});
