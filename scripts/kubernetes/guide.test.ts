import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { readStartConfig } from '../../packages/server/src/config.ts';
import { refuseRole } from '../../packages/server/src/supervisor/refuse-role.ts';
import { findKubectl } from '../../packages/server/test/engines/kubectl.ts';
import { faultsOf, Rendered } from './faults-of.ts';
import { type Overlay, objectsOf, options, overlays } from './manifests.ts';
import { validate } from './validate.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const guide = readFileSync(join(root, 'packages/web/content/guides/kubernetes.md'), 'utf8');

/** What the guide shows under a label. */
function shown(label: string): string {
  const found = guide.split(/^```/m).find((block) => block.split('\n', 1)[0]?.endsWith(` ${label}`));
  if (found === undefined) throw new Error(`The guide shows no ${label}`);
  return found.slice(found.indexOf('\n') + 1);
}
const variablesOf = (text: string): Record<string, string> =>
  Object.fromEntries(
    text
      .trim()
      .split('\n')
      .map((line) => line.split(/=(.*)/, 2)),
  );

/** Sources of variables as the guide fills them, by the name that pods know them under. */
const filled: Record<Overlay, Record<string, Record<string, string>>> = {
  fleet: {
    'clearframe-settings': variablesOf(shown('settings.env')),
    'clearframe-secrets': variablesOf(shown('secrets.env')),
    'clearframe-serving': variablesOf(shown('serving.env')),
  },
  small: {
    'clearframe-settings': variablesOf(shown('settings.env').replaceAll(/^S3_.*\n/gm, '')),
    'clearframe-secrets': variablesOf(shown('secrets.env for one node')),
    'clearframe-serving': variablesOf(shown('serving.env')),
  },
};

/** What the server of each pod is started with: pod → variables. */
function environmentsOf(overlay: Overlay): [string, Record<string, string>][] {
  const objects = objectsOf(overlay).map((one) => Rendered.parse(JSON.parse(JSON.stringify(one))));
  const maps = objects.flatMap(({ kind, metadata, data = {} }) => (kind === 'ConfigMap' ? [[metadata.name, data] as const] : []));
  const sources = { ...Object.fromEntries(maps), ...filled[overlay] };
  return objects.flatMap(({ metadata, spec }) =>
    (spec?.template?.spec.containers ?? []).flatMap(({ image, env, envFrom }): [string, Record<string, string>][] => {
      if (!image.startsWith('clearframe:')) return [];
      const given = envFrom.map(({ configMapRef, secretRef }) => sources[configMapRef?.name ?? secretRef?.name ?? ''] ?? {});
      const own = env.map(({ name, value }) => [name, value ?? metadata.name]);
      return [[metadata.name, { ...Object.assign({}, ...given), ...Object.fromEntries(own) }]];
    }),
  );
}

describe.each(overlays)('the guide to Kubernetes, for the overlay %s', (overlay) => {
  it.each(environmentsOf(overlay))('OPS-01 starts %s with settings that the server takes', (_name, variables) => {
    const config = readStartConfig({
      inherited: { ...variables, SECRET_KEY: 'k'.repeat(43) },
      inFile: {},
    });
    expect(() => refuseRole(config)).not.toThrow();
    expect(config).toMatchObject({
      migrate: 'wait',
      storage: overlay === 'fleet' ? 's3' : 'disk',
      dataDir: '/data',
      localMode: false,
      publicUrl: 'https://moderation.example.com',
      trustProxy: ['uniquelocal'],
      drainMs: 15_000,
    });
    // Mail is not for whoever analyses.
    expect(config.smtpUrl === null).toBe(['pictures', 'videos'].includes(config.role));
  });

  it('OPS-03 says how much its pods ask for at least', () => {
    const asked = objectsOf(overlay).flatMap((one) => {
      const { kind, metadata, spec } = Rendered.parse(JSON.parse(JSON.stringify(one)));
      const least: Record<string, number> = { 'clearframe-http': 2, 'clearframe-pictures': 1, 'clearframe-videos': 0 };
      const pods = Number(spec?.replicas ?? least[metadata.name] ?? 0);
      return kind === 'Job'
        ? []
        : (spec?.template?.spec.containers ?? []).map(({ resources }) => ({ pods, requests: resources.requests }));
    });
    const sum = (name: 'cpu' | 'memory', units: Record<string, number>): number =>
      asked.reduce((total, one) => {
        const [, digits = '', unit = ''] = /^([\d.]+)(\D*)$/.exec(String(one.requests[name])) ?? [];
        return total + one.pods * Number(digits) * (units[unit] ?? Number.NaN);
      }, 0);
    const cores = sum('cpu', { '': 1, m: 0.001 }).toFixed(1);
    const memory = sum('memory', { Gi: 1, Mi: 1 / 1024 }).toFixed(1);
    const [, small = '', fleet = ''] = /^\| Requested at least \|([^|]*)\|([^|]*)\|$/m.exec(guide) ?? [];
    expect((overlay === 'fleet' ? fleet : small).trim()).toBe(`${cores} cores, ${memory} GiB`);
  });

  it('OPS-03 shows a folder that kubectl takes, with nothing in it that our rules refuse', ({ skip }) => {
    const found = findKubectl();
    if ('notRun' in found) return skip(found.notRun);
    const { stdout: version } = spawnSync(found.kubectl, ['version', '--client'], { encoding: 'utf8' });
    const [, minor = '0'] = /(?:v1\.|Minor:")(\d+)/.exec(version) ?? [];
    if (Number(minor) < 21) return skip(`kubectl 1.${minor} does not read the guide's kustomization.yaml: it needs 1.21`);
    const folder = mkdtempSync(join(tmpdir(), 'clearframe-kustomize-'));
    try {
      symlinkSync(root, join(folder, 'clearframe'));
      const own = join(folder, 'own');
      mkdirSync(own);
      const files = ['kustomization.yaml', 'ingress.yaml', 'settings.env', 'secrets.env', 'serving.env', 'scaler.env'];
      for (const name of files) writeFileSync(join(own, name), shown(name).replace('overlays/fleet', `overlays/${overlay}`));
      const { stdout, stderr, status } = spawnSync(found.kubectl, ['kustomize', own], { encoding: 'utf8' });
      expect(status, stderr).toBe(0);
      const made = parseAllDocuments(stdout).map((one) => Rendered.parse(one.toJSON()));
      expect(made.length).toBe(objectsOf(overlay).length + 5);
      // Long secrets are written over several lines, which Kubernetes reads and the schema does not know.
      const onOneLine = (data: Record<string, string> = {}) =>
        Object.fromEntries(Object.entries(data).map(([name, value]) => [name, value.replaceAll('\n', '')]));
      for (const one of made) validate(one.kind === 'Secret' ? { ...one, data: onOneLine(one.data) } : one);
      // Secrets of this folder are the operator's own.
      expect(made.filter(({ kind }) => kind !== 'Secret').flatMap(faultsOf)).toEqual([]);
      const ours = stdout.match(/image: \S*clearframe\S*/g);
      expect(new Set(ours)).toEqual(new Set(['image: registry.example.com/clearframe:0.2.0']));
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

it('OPS-03 the guide names every port that a policy opens', () => {
  const [, table = ''] = guide.split('## Network');
  const all = JSON.stringify([...overlays.map(objectsOf), ...Object.values(options)]);
  const open = [...all.matchAll(/"protocol":"\w+","port":(\d+)/g)];
  expect(open.length).toBeGreaterThan(10);
  for (const [, port = ''] of open) expect(table, port).toMatch(new RegExp(`\\b${port}\\b`));
  for (const name of Object.keys(options)) expect(guide).toContain(`deploy/kubernetes/options/${name}\``);
});
