import { stringify } from 'yaml';
import { analysisToInternet, databasePolicies, fleetPolicies, networkPolicies, tracesToCollector } from './network.ts';
import { database, databaseService, filesVolume } from './one-node.ts';
import { defaults, ownNamespace, serviceAccount, services } from './parts.ts';
import type { Place } from './pod.ts';
import { backlogScalers, disruptionBudgets, httpScaler } from './scaling.ts';
import { toOneNode } from './to-one-node.ts';
import { deploymentOf, migrationOf, workloadNames } from './workloads.ts';

/** An object of a cluster, of which there is a schema. */
type KubernetesObject = {
  apiVersion: string;
  kind: string;
  /** @throws Error that names what is not as the schema says */
  validate(): void;
};

type Files = Record<string, readonly KubernetesObject[]>;

/** What every installation has. A file a noun. */
const baseFiles = (place: Place): Files => ({
  'namespace.yaml': [ownNamespace(), serviceAccount()],
  'settings.yaml': [defaults()],
  'services.yaml': services(),
  'network.yaml': networkPolicies(),
  'migrate.yaml': [migrationOf(place)],
  ...Object.fromEntries(workloadNames.map((name) => [`${name}.yaml`, [deploymentOf(name, place)]])),
});

const fleetFiles = (): Files => ({
  'network.yaml': fleetPolicies(),
  'scale-http.yaml': [httpScaler()],
  'scale-analysis.yaml': backlogScalers(),
  'disruption.yaml': disruptionBudgets(),
});

const smallFiles = (): Files => ({
  'network.yaml': databasePolicies(),
  'database.yaml': [databaseService(), database()],
  'files.yaml': [filesVolume()],
});

/** Folders that an operator adds to `resources`, beside either overlay. */
export const options: Record<string, Files> = {
  'analysis-to-internet': { 'network.yaml': [analysisToInternet()] },
  'traces-to-collector': { 'network.yaml': [tracesToCollector()] },
};

export const overlays = ['fleet', 'small'] as const;
export type Overlay = (typeof overlays)[number];

/** Every object of an overlay, as `kubectl kustomize` renders it. */
export const objectsOf = (overlay: Overlay): KubernetesObject[] => {
  const all = overlay === 'fleet' ? { base: baseFiles('s3'), own: fleetFiles() } : { base: baseFiles('disk'), own: smallFiles() };
  return [...Object.values(all.base).flat(), ...Object.values(all.own).flat()];
};

const written = '# Written by scripts/make-kubernetes.mjs: change scripts/kubernetes and run it.\n';
const yaml = (object: unknown): string => stringify(object, { lineWidth: 0, aliasDuplicateObjects: false });
const documents = (objects: readonly unknown[]): string => written + objects.map((one) => yaml(one)).join('---\n');

/** Only words that kubectl 1.20 knows too: `bases`, and patches as whole documents. */
const kustomization = (words: Record<string, readonly string[]>): string =>
  written + yaml({ apiVersion: 'kustomize.config.k8s.io/v1beta1', kind: 'Kustomization', ...words });

function folder(path: string, files: Files, words: Record<string, readonly string[]> = {}): [string, string][] {
  return [
    [`${path}/kustomization.yaml`, kustomization({ ...words, resources: Object.keys(files) })],
    ...Object.entries(files).map(([name, objects]): [string, string] => [`${path}/${name}`, documents(objects)]),
  ];
}

/** Path below deploy/kubernetes → text. */
export function manifestFiles(): Record<string, string> {
  return Object.fromEntries([
    ...folder('base', baseFiles('s3')),
    ...folder('overlays/fleet', fleetFiles(), { bases: ['../../base'] }),
    ...folder('overlays/small', smallFiles(), { bases: ['../../base'], patchesStrategicMerge: ['one-node.yaml'] }),
    ['overlays/small/one-node.yaml', documents(toOneNode())],
    ...Object.entries(options).flatMap(([name, files]) => folder(`options/${name}`, files)),
  ]);
}
