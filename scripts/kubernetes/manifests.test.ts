import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { z } from 'zod';
import { findKubectl } from '../../packages/server/test/engines/kubectl.ts';
import { faultsOf, Rendered } from './faults-of.ts';
import { manifestFiles, objectsOf, options, overlays } from './manifests.ts';
import { references, version } from './names.ts';
import { networkPolicies } from './network.ts';
import { validate } from './validate.ts';

const folder = fileURLToPath(new URL('../../deploy/kubernetes', import.meta.url));
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));
const rendered = (text: string): Rendered[] => parseAllDocuments(text).map((one) => Rendered.parse(one.toJSON()));
const nameOf = ({ kind, metadata }: Rendered): string => `${kind} ${metadata.name}`;
/** A merge may put variables in another order. None of ours refers to another one. */
function withSortedVariables(object: Rendered): Rendered {
  for (const { env } of object.spec?.template?.spec.containers ?? []) env.sort((a, b) => (a.name < b.name ? -1 : 1));
  return object;
}
const found = findKubectl();

const written = overlays.map((overlay): [string, Rendered[]] => [
  overlay,
  objectsOf(overlay).map((one) => Rendered.parse(plain(one))),
]);

it('OPS-03 the files in deploy/kubernetes are those that scripts/make-kubernetes.mjs writes', () => {
  const files = globSync('**/*.yaml', { cwd: folder }).sort();
  const made = manifestFiles();
  expect(files).toEqual(Object.keys(made).sort());
  for (const file of files) expect(readFileSync(join(folder, file), 'utf8'), file).toBe(made[file]);
});

describe.each(written)('the overlay %s', (overlay, objects) => {
  it('OPS-03 is what kubectl makes of it, every object valid by the schema of its kind', ({ skip }) => {
    for (const one of objects) validate(one);
    if ('notRun' in found) return skip(found.notRun);
    const { stdout, stderr, status } = spawnSync(found.kubectl, ['kustomize', join(folder, 'overlays', overlay)], {
      encoding: 'utf8',
    });
    expect(status, stderr).toBe(0);
    const byName = (all: Rendered[]) => Object.fromEntries(all.map((one) => [nameOf(one), withSortedVariables(one)]));
    const made = rendered(stdout);
    expect(byName(made)).toEqual(byName(objects));
    expect(made.length).toBe(objects.length);
    for (const one of made) validate(one);
  });

  it('OPS-03 keeps the rules for pods: bounds, probes, a version, no root, no secret in plain sight, time to leave', () => {
    expect(objects.flatMap(faultsOf)).toEqual([]);
  });

  it('OPS-03 names nothing that is not there', () => {
    const Selector = z.looseObject({ matchLabels: z.record(z.string(), z.string()) });
    const Spec = z.looseObject({
      selector: z.union([Selector, z.record(z.string(), z.string())]).optional(),
      scaleTargetRef: z.looseObject({ name: z.string() }).optional(),
      replicas: z.number().optional(),
      template: z.looseObject({ metadata: z.looseObject({ labels: z.record(z.string(), z.string()) }) }).optional(),
    });
    const all = objects.map((one) => ({ name: nameOf(one), kind: one.kind, spec: Spec.parse(one.spec ?? {}) }));
    const podsOf = all.flatMap(({ spec }) => (spec.template ? [spec.template.metadata.labels] : []));
    const selecting = all.filter(({ spec }) => spec.selector !== undefined);
    expect(selecting.length).toBeGreaterThan(4);
    for (const { name, spec } of selecting) {
      const wanted = Object.entries(Selector.safeParse(spec.selector).data?.matchLabels ?? spec.selector ?? {});
      expect(wanted.length, name).toBeGreaterThan(1);
      expect(
        podsOf.some((labels) => wanted.every(([label, value]) => labels[label] === value)),
        name,
      ).toBe(true);
    }
    const scaled = all.flatMap(({ spec }) => spec.scaleTargetRef?.name ?? []);
    expect(scaled.length).toBe(overlay === 'fleet' ? 3 : 0);
    for (const target of scaled) {
      const workload = all.find(({ name }) => name === `Deployment ${target}`);
      expect(workload, target).toBeDefined();
      // A number here would take back what the autoscaler chose, each time the files are applied.
      expect(workload?.spec.replicas, target).toBeUndefined();
    }
    const settings = new Set(objects.flatMap((one) => (one.kind === 'ConfigMap' ? [one.metadata.name] : [])));
    const known = new Set<string>([...settings, ...Object.values(references)]);
    const used = JSON.stringify(objects).matchAll(/"(?:configMapRef|secretRef|secretKeyRef)":\{[^{}]*"name":"([^"]+)"/g);
    for (const [, name = ''] of used) expect(known, name).toContain(name);
  });

  it('OPS-02 makes the tables of this version in one Job, which everything else waits for', () => {
    const jobs = objects.filter(({ kind }) => kind === 'Job');
    expect(jobs.map(({ metadata }) => metadata.name)).toEqual([`clearframe-migrate-${version.replaceAll('.', '-')}`]);
    const roles = JSON.stringify(objects.filter(({ kind }) => kind === 'Deployment')).matchAll(/"ROLE","value":"(\w+)"/g);
    expect([...roles].map(([, role]) => role)).toEqual(['http', 'jobs', 'pictures', 'videos']);
  });
});

it('OPS-03 traces reach a collector within reach, and that alone, from every pod that runs on', () => {
  const [policy] = (options['traces-to-collector']?.['network.yaml'] ?? []).map((one) => Rendered.parse(plain(one)));
  const { podSelector, ...spec } = policy?.spec ?? {};
  expect(JSON.stringify(podSelector)).toContain('"values":["http","jobs","pictures","videos"]');
  expect(spec).toMatchObject({ policyTypes: ['Egress'], egress: [{ ports: [{ protocol: 'TCP', port: 4318 }] }] });
  expect(JSON.stringify(spec)).not.toContain('0.0.0.0/0');
});

it('OPS-03 the texts of the operator are there for whoever serves them, and where the settings of all are written', () => {
  for (const overlay of overlays) {
    const mounted = objectsOf(overlay)
      .map((one) => Rendered.parse(plain(one)))
      .filter((one) => JSON.stringify(one.spec?.template?.spec ?? {}).includes('"mountPath":"/data/legal"'));
    expect(mounted.map(({ metadata }) => metadata.name)).toEqual([
      expect.stringMatching(/^clearframe-migrate-/),
      'clearframe-http',
      'clearframe-jobs',
    ]);
  }
});

it('OPS-03 what nobody allows is refused, and nobody but those who serve people reaches the internet', () => {
  const policies = networkPolicies().map((one) => Rendered.parse(plain(one)));
  expect(policies.map(({ metadata }) => metadata.name)).toEqual([
    ...['clearframe-deny-all', 'clearframe-http-from-ingress', 'clearframe-metrics-from-monitoring', 'clearframe-to-names'],
    ...['clearframe-to-mail', 'clearframe-to-internet'],
  ]);
  expect(policies[0]?.spec).toEqual({ podSelector: {}, policyTypes: ['Ingress', 'Egress'] });
  for (const wide of policies.slice(-2)) {
    expect(JSON.stringify(wide.spec)).toContain('"values":["http","jobs"]');
  }
  // Addresses of the cluster, of our network and of a cloud's metadata are no part of the internet.
  expect(policies.at(-1)?.spec).toMatchObject({
    egress: [
      {
        to: [
          { ipBlock: { cidr: '0.0.0.0/0', except: expect.arrayContaining(['10.0.0.0/8', '169.254.0.0/16']) } },
          { ipBlock: { cidr: '::/0', except: expect.arrayContaining(['fc00::/7', 'fe80::/10']) } },
        ],
        ports: [{ protocol: 'TCP', port: 443 }],
      },
    ],
  });
});
