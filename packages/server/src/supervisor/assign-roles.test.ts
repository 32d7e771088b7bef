import { expect, it } from 'vitest';
import { readConfig } from '../config.ts';
import { assignRoles } from './assign-roles.ts';

const assigned = (ROLE: string, WORKERS: string) => {
  const { server, analysing } = assignRoles(readConfig({ ROLE, WORKERS }));
  return [server?.roles.join(',') ?? null, ...analysing.map(({ roles, picturesFirst }) => `${roles}${picturesFirst ? '!' : ''}`)];
};

it('OPS-01 gives each machine the processes of its roles', () => {
  expect(assigned('http', '3')).toEqual(['http']);
  expect(assigned('jobs', '3')).toEqual(['jobs']);
  expect(assigned('api', '3')).toEqual(['http,jobs']);
  expect(assigned('pictures', '2')).toEqual([null, 'pictures', 'pictures']);
  expect(assigned('videos', '2')).toEqual([null, 'videos', 'videos']);
  expect(assigned('jobs,videos', '1')).toEqual(['jobs', 'videos']);
});

it('API-04 keeps one process for pictures where several analyse both, and lets videos wait where only one does', () => {
  expect(assigned('all', '3')).toEqual(['http,jobs', 'pictures,videos', 'pictures,videos', 'pictures']);
  expect(assigned('worker', '2')).toEqual([null, 'pictures,videos', 'pictures']);
  expect(assigned('worker', '1')).toEqual([null, 'pictures,videos!']);
  expect(assigned('all', '1')).toEqual(['http,jobs', 'pictures,videos!']);
});
