import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { installedBrowser } from './browser.mjs';
import { matchesLock } from './install.mjs';

const listing = (packages: Record<string, object>) => JSON.stringify({ packages });
const lock = {
  '': { name: 'root' },
  'packages/a': { version: '0.1.0' },
  'node_modules/a': { link: true, resolved: 'packages/a' },
  'node_modules/kept': { version: '1.2.3' },
};

describe('what is installed', () => {
  it('OPS-02 is taken as it is when it names every package of the lockfile in its version', () => {
    expect(matchesLock(listing(lock), listing({ 'node_modules/kept': { version: '1.2.3' } }))).toBe(true);
  });

  it('OPS-02 is installed anew when a package is missing or of another version', () => {
    expect(matchesLock(listing(lock), listing({}))).toBe(false);
    expect(matchesLock(listing(lock), listing({ 'node_modules/kept': { version: '1.2.4' } }))).toBe(false);
  });

  it('OPS-02 may lack the optional packages of other machines, but not the one of this machine', () => {
    const native = (os: string) => ({
      ...lock,
      'node_modules/native': { version: '1.0.0', optional: true, os: [os], cpu: [process.arch] },
    });
    const installed = listing({ 'node_modules/kept': { version: '1.2.3' } });
    expect(matchesLock(listing(native('another-system')), installed)).toBe(true);
    expect(matchesLock(listing(native(process.platform)), installed)).toBe(false);
  });
});

describe('the browser of the journeys', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'clearframe-browser-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('OPS-02 is the one that is named, else one on PATH', () => {
    const onPath = join(folder, 'chromium');
    const named = join(folder, 'my-browser');
    writeFileSync(onPath, '');
    writeFileSync(named, '');
    expect(installedBrowser({ PATH: folder })).toBe(onPath);
    expect(installedBrowser({ PATH: folder, CHROME_PATH: named })).toBe(named);
    expect(installedBrowser({ PATH: folder, CHROME_PATH: join(folder, 'missing') })).toBe(onPath);
    const windowless = join(folder, 'chromium-headless-shell');
    writeFileSync(windowless, '');
    expect(installedBrowser({ PATH: folder })).toBe(windowless);
  });
});
