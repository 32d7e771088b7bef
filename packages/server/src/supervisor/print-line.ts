import { hostname } from 'node:os';
import type { Config } from '../config.ts';
import { writesRecords } from '../config-monitoring.ts';
import { productVersion } from '../presence/product-version.ts';

/** How the supervisor says something: as a line, or as a record like those of its processes. It does without their log, which is large. */
export function createPrint(config: Pick<Config, 'instanceName' | 'logFormat' | 'role'>): (line: string) => void {
  if (!writesRecords(config)) return console.log;
  const from = {
    level: 'info',
    name: 'supervisor',
    instance: config.instanceName ?? hostname(),
    role: config.role,
    version: productVersion(),
  };
  return (msg) => console.log(JSON.stringify({ time: new Date().toISOString(), ...from, msg }));
}
