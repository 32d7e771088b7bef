import { expect, it } from 'vitest';
import { readConfig } from './config.ts';
import { machineRoles } from './config-roles.ts';

const rolesOf = (ROLE: string) => readConfig({ ROLE }).roles;

it('OPS-01 takes ROLE as a list, in any order, and the short names of before', () => {
  expect(rolesOf('')).toEqual(machineRoles);
  expect(rolesOf('all')).toEqual(machineRoles);
  expect(rolesOf('videos')).toEqual(['videos']);
  expect(rolesOf(' jobs , http,jobs ')).toEqual(['http', 'jobs']);
  expect(rolesOf('api')).toEqual(['http', 'jobs']);
  expect(rolesOf('worker')).toEqual(['pictures', 'videos']);
  expect(rolesOf('videos,api')).toEqual(['http', 'jobs', 'videos']);
});

it.each(['web', 'http,', ',', 'all,http', 'HTTP', 'pictures videos', '__proto__'])('OPS-01 refuses ROLE=%s', (ROLE) => {
  expect(() => readConfig({ ROLE })).toThrow(
    `ROLE: ${JSON.stringify(ROLE)} is not accepted: all, or a comma list of http, jobs, pictures and videos (api = http,jobs; ` +
      'worker = pictures,videos)',
  );
});
