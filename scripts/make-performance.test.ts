import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { benches } from './bench.mjs';
import { figures, makePerformance, performanceFile, ratioOf } from './make-performance.mjs';

const root = join(import.meta.dirname, '..');
type Figure = { bench: string; id: string; value: number; unit: string; on: string; date: string };

describe('the page about performance', () => {
  it('OPS-03 is the one that its script makes of what was measured', () => {
    expect(readFileSync(performanceFile, 'utf8')).toBe(makePerformance());
  });

  it('OPS-03 has a bench for each folder, and each program of a bench is there', () => {
    const folders = readdirSync(join(root, 'bench'), { withFileTypes: true }).flatMap((one) =>
      one.isDirectory() ? one.name : [],
    );
    expect(Object.keys(benches).sort()).toEqual(folders.sort());
    for (const program of Object.values(benches).flat()) {
      const [path = ''] = program.filter((word: string) => word.endsWith('.mjs'));
      expect(existsSync(join(root, path)), path).toBe(true);
      expect(readFileSync(join(root, path), 'utf8'), path).toContain('record(');
    }
  });

  it.each<Figure>(figures)('OPS-03 says of $bench/$id when and where it was measured', ({ value, on, date, bench }) => {
    expect(value).toBeGreaterThan(0);
    expect(on.length).toBeGreaterThan(5);
    expect(date).toMatch(/^20\d\d-\d\d(?:-\d\d)?$/);
    expect(existsSync(join(root, 'bench', bench, 'README.md'))).toBe(true);
  });

  it('OPS-03 calls a ratio the cost beside the floor, whichever way the unit counts', () => {
    expect(ratioOf({ value: 50, unit: 'a second', floor: { value: 100 } })).toBe(2);
    expect(ratioOf({ value: 50, unit: 'ms', floor: { value: 100 } })).toBe(0.5);
  });
});
