import type { FullConfig } from '@playwright/test';
import { ensureWebBuilt } from '../scripts/lib/build-web.mjs';
import { keepServers } from './shared-servers.ts';

/** Builds before the workers start: two servers that start at once would both do it. @returns what ends the shared servers */
export default async function setup({ workers }: FullConfig): Promise<() => Promise<void>> {
  await ensureWebBuilt();
  return keepServers(workers);
}
