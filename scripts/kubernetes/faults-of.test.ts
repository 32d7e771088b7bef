import { expect, it } from 'vitest';
import { faultsOf, Rendered } from './faults-of.ts';
import { metadataOf } from './names.ts';
import { validate } from './validate.ts';
import { deploymentOf, migrationOf } from './workloads.ts';

const pictures = (): Rendered => Rendered.parse(JSON.parse(JSON.stringify(deploymentOf('pictures', 's3'))));
type Pod = NonNullable<NonNullable<Rendered['spec']>['template']>['spec'];
type Container = Pod['containers'][number];
const withPod = (change: (pod: Pod) => Partial<Pod>): Rendered => {
  const one = pictures();
  const pod = one.spec?.template?.spec;
  if (pod) Object.assign(pod, change(pod));
  return Rendered.parse(JSON.parse(JSON.stringify(one)));
};
const withContainer = (change: (container: Container) => Record<string, unknown>): Rendered =>
  withPod(({ containers }) => ({ containers: containers.map((one) => ({ ...one, ...change(one) })) }));
const withEnv = (name: string, value: string): Rendered =>
  withContainer(({ env }) => ({ env: [...env.filter((one) => one.name !== name), { name, value }] }));

it('OPS-03 finds nothing in pods as they are written, the one that ends included', () => {
  expect(faultsOf(pictures())).toEqual([]);
  expect(faultsOf(Rendered.parse(JSON.parse(JSON.stringify(migrationOf('disk')))))).toEqual([]);
});

const address = 'postgres://clearframe:word@database/clearframe';

it.each<[what: string, seeded: Rendered]>([
  ['pictures: no limits', withContainer(({ resources: { requests } }) => ({ resources: { requests } }))],
  ['pictures: no limits', withContainer(({ resources }) => ({ resources: { ...resources, limits: { cpu: '1' } } }))],
  ['pictures: no requests', withContainer(({ resources: { limits } }) => ({ resources: { limits } }))],
  ['pictures: no look at its life', withContainer(() => ({ livenessProbe: undefined }))],
  ['pictures: no look at its readiness', withContainer(() => ({ readinessProbe: undefined }))],
  ['pictures: no time to start', withContainer(() => ({ startupProbe: undefined }))],
  ['pictures: an image without a version', withContainer(() => ({ image: 'registry.example.com:5000/clearframe:latest' }))],
  ['pictures: an image without a version', withContainer(() => ({ image: 'registry.example.com:5000/clearframe' }))],
  ['root', withPod(({ securityContext }) => ({ securityContext: { ...securityContext, runAsUser: 0 } }))],
  ['root', withPod(({ securityContext }) => ({ securityContext: { ...securityContext, runAsNonRoot: false } }))],
  ['pictures: root', withContainer((one) => ({ securityContext: { ...one.securityContext, runAsUser: 0 } }))],
  [
    'pictures: a way to more rights',
    withContainer((one) => ({ securityContext: { ...one.securityContext, allowPrivilegeEscalation: true } })),
  ],
  [
    'pictures: a root that can be written',
    withContainer((one) => ({ securityContext: { ...one.securityContext, readOnlyRootFilesystem: false } })),
  ],
  ['pictures: rights of the kernel', withContainer((one) => ({ securityContext: { ...one.securityContext, capabilities: {} } }))],
  [
    'any call of the kernel',
    withPod(({ securityContext }) => ({ securityContext: { ...securityContext, seccompProfile: undefined } })),
  ],
  ['a token of the cluster', withPod(() => ({ automountServiceAccountToken: true }))],
  ['variables of other services', withPod(() => ({ enableServiceLinks: undefined }))],
  ['a namespace of its node', withPod(() => ({ hostNetwork: true }))],
  ['a folder of its node', withPod(({ volumes }) => ({ volumes: [...volumes, { name: 'node', hostPath: { path: '/' } }] }))],
  ['a volume without a bound', withPod(() => ({ volumes: [{ name: 'tmp', emptyDir: {} }] }))],
  ['volumes larger than what it may write', withPod(() => ({ volumes: [{ name: 'tmp', emptyDir: { sizeLimit: '5Gi' } }] }))],
  ['less time to leave than it takes', withPod(() => ({ terminationGracePeriodSeconds: 30 }))],
  ['less time to leave than it takes', withEnv('DRAIN_SECONDS', '60')],
  ['all on one node', withPod(() => ({ topologySpreadConstraints: [] }))],
  ['pictures: the secret SECRET_KEY in plain sight', withEnv('SECRET_KEY', 'k'.repeat(40))],
  ['pictures: the secret DATABASE_URL in plain sight', withEnv('DATABASE_URL', address)],
  ['pictures: secrets from nowhere', withContainer(() => ({ envFrom: [] }))],
  ['pictures: tables that every start makes', withEnv('MIGRATE', 'auto')],
])('OPS-03 finds %s', (what, seeded) => {
  expect(faultsOf(seeded)).toEqual([`Deployment clearframe-pictures: ${what}`]);
});

it.each([
  ['a secret for everybody who reads this file', 'Secret', { stringData: { SECRET_KEY: 'k' } }],
  ['the secret DATABASE_URL in plain sight', 'ConfigMap', { data: { DATABASE_URL: address } }],
  ['the secret OTEL_EXPORTER_OTLP_HEADERS in plain sight', 'ConfigMap', { data: { OTEL_EXPORTER_OTLP_HEADERS: 'api-key=k' } }],
  ['the secret S3_SECRET_ACCESS_KEY in plain sight', 'ConfigMap', { data: { S3_SECRET_ACCESS_KEY: 'k' } }],
])('OPS-03 finds %s in a %s', (what, kind, content) => {
  const seeded = Rendered.parse({ apiVersion: 'v1', kind, metadata: metadataOf('settings', 'mine'), ...content });
  expect(faultsOf(seeded)).toEqual([`${kind} mine: ${what}`]);
});

it.each([
  ['a word in the place of a number', { spec: { ...pictures().spec, replicas: 'two' } }, /replicas must be integer/],
  ['no selector', { spec: { template: pictures().spec?.template } }, /selector/],
])('OPS-03 the schema finds %s', (_what, change, message) => {
  expect(() => validate({ ...pictures(), ...change })).toThrow(message);
  expect(() => validate({ apiVersion: 'apps/v1', kind: 'Sidecar' })).toThrow('no schema for apps/v1 Sidecar');
});
