import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { dashboardFile, makeDashboard } from './make-dashboard.mjs';

it('OPS-03 the dashboard that lies in deploy is the one that its script makes, and no panel lies on another', () => {
  const made = makeDashboard();
  expect(JSON.parse(readFileSync(dashboardFile, 'utf8'))).toEqual(made);
  const places = made.panels.map(({ gridPos: { x, y } }: { gridPos: { x: number; y: number } }) => `${x} ${y}`);
  expect(new Set(places).size).toBe(places.length);
  expect(new Set(made.panels.map(({ title }: { title: string }) => title)).size).toBe(places.length);
});
