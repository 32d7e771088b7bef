import { readFileSync } from 'node:fs';

const manifest: { version: string } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));

export const version = manifest.version;
export const namespace = 'clearframe';
/** Without a registry: whoever builds the image names theirs in a Kustomization of their own. */
export const image = `clearframe:${version}`;

/** What stands beside the two overlays: names that operators fill. */
export const references = {
  /** Settings without secrets, for every pod. */
  settings: 'clearframe-settings',
  /** Database, storage and the key: for every pod. */
  secrets: 'clearframe-secrets',
  /** Mail, payments, captcha: for pods that answer people or do jobs. */
  serving: 'clearframe-serving',
  /** How KEDA asks the database. */
  scaler: 'clearframe-scaler',
  /** privacy.md and terms.md of the operator. */
  legal: 'clearframe-legal',
} as const;

export const nameOf = (component: string): string => `clearframe-${component}`;

/** Labels that select pods: they never change. */
export const selectorOf = (component: string): Record<string, string> => ({
  'app.kubernetes.io/name': 'clearframe',
  'app.kubernetes.io/component': component,
});

/** Name, namespace and labels of an object of ours. */
export const metadataOf = (component: string, name: string = nameOf(component)) => ({
  name,
  namespace,
  labels: { ...selectorOf(component), 'app.kubernetes.io/part-of': 'clearframe' },
});
