import { z } from 'zod';

/** What an object of a cluster says, as far as our rules ask. Whatever is missing is a fault of a rule, not of the shape. */
const Probe = z.looseObject({});
const Quantities = z.record(z.string(), z.union([z.string(), z.number()])).default({});
const Reference = z.looseObject({ name: z.string() });
const Container = z.looseObject({
  name: z.string(),
  image: z.string().default(''),
  env: z
    .array(z.looseObject({ name: z.string(), value: z.string().optional(), valueFrom: z.looseObject({}).optional() }))
    .default([]),
  envFrom: z.array(z.looseObject({ configMapRef: Reference.optional(), secretRef: Reference.optional() })).default([]),
  resources: z.looseObject({ requests: Quantities, limits: Quantities }).default({ requests: {}, limits: {} }),
  startupProbe: Probe.optional(),
  livenessProbe: Probe.optional(),
  readinessProbe: Probe.optional(),
  securityContext: z
    .looseObject({
      privileged: z.boolean().optional(),
      allowPrivilegeEscalation: z.boolean().optional(),
      readOnlyRootFilesystem: z.boolean().optional(),
      runAsUser: z.number().optional(),
      runAsNonRoot: z.boolean().optional(),
      capabilities: z.looseObject({ drop: z.array(z.string()).default([]), add: z.array(z.string()).default([]) }).optional(),
    })
    .default({}),
});
const Pod = z.looseObject({
  automountServiceAccountToken: z.boolean().optional(),
  enableServiceLinks: z.boolean().optional(),
  hostNetwork: z.boolean().optional(),
  hostPID: z.boolean().optional(),
  hostIPC: z.boolean().optional(),
  terminationGracePeriodSeconds: z.number().optional(),
  topologySpreadConstraints: z.array(z.looseObject({})).default([]),
  securityContext: z
    .looseObject({
      runAsNonRoot: z.boolean().optional(),
      runAsUser: z.number().optional(),
      seccompProfile: z.looseObject({ type: z.string() }).optional(),
    })
    .default({}),
  containers: z.array(Container),
  initContainers: z.array(Container).default([]),
  volumes: z
    .array(
      z.looseObject({
        name: z.string(),
        emptyDir: z.looseObject({ sizeLimit: z.string().optional() }).optional(),
        hostPath: z.looseObject({}).optional(),
      }),
    )
    .default([]),
});
type Container = z.infer<typeof Container>;
type Pod = z.infer<typeof Pod>;

export const Rendered = z.looseObject({
  apiVersion: z.string(),
  kind: z.string(),
  metadata: z.looseObject({ name: z.string(), namespace: z.string().optional() }),
  spec: z.looseObject({ template: z.looseObject({ spec: Pod }).optional() }).optional(),
  data: z.record(z.string(), z.string()).optional(),
  stringData: z.record(z.string(), z.string()).optional(),
});
export type Rendered = z.infer<typeof Rendered>;

type Rule = [what: string, isBroken: boolean];
const broken = (rules: Rule[]): string[] => rules.filter(([, isBroken]) => isBroken).map(([what]) => what);

/** Names of variables whose values nobody but their owner may read, and addresses that hold a password. */
const isSecret = ({ name, value = '' }: { name: string; value?: string | undefined }): boolean =>
  (/SECRET|PASSWORD|PASSPHRASE|TOKEN|OTLP_HEADERS|_KEY(?:_|$)/.test(name) && value !== 'none' && value !== '') ||
  /:\/\/[^/\s]*:[^/\s]*@/.test(value);

const units: Record<string, number> = { '': 1, Ki: 2 ** 10, Mi: 2 ** 20, Gi: 2 ** 30 };
/** Bytes of `512Mi`; NaN for what is no such size. */
const bytesOf = (size: string | number | undefined): number => {
  const [, digits = '', unit = ''] = /^(\d+)(Ki|Mi|Gi)?$/.exec(String(size)) ?? [];
  return digits === '' ? Number.NaN : Number(digits) * (units[unit] ?? Number.NaN);
};

function faultsOfContainer(container: Container, { isOurs, runsOn }: { isOurs: boolean; runsOn: boolean }): string[] {
  const { image, resources, securityContext, env, envFrom } = container;
  const secrets = env.filter(({ valueFrom, ...one }) => valueFrom === undefined && isSecret(one)).map(({ name }) => name);
  const lacks = (from: Record<string, unknown>, names: string[]) => names.some((name) => from[name] === undefined);
  const waits = env.find(({ name }) => name === 'MIGRATE')?.value === 'wait';
  return broken([
    ['an image without a version', !/(?::[\w.-]*\d[\w.-]*|@sha256:[0-9a-f]{64})$/.test(image)],
    ['no requests', lacks(resources.requests, ['cpu', 'memory'])],
    ['no limits', lacks(resources.limits, ['cpu', 'memory', 'ephemeral-storage'])],
    ['no look at its life', runsOn && container.livenessProbe === undefined],
    ['no look at its readiness', runsOn && container.readinessProbe === undefined],
    ['no time to start', runsOn && container.startupProbe === undefined],
    ['a root that can be written', securityContext.readOnlyRootFilesystem !== true],
    ['a way to more rights', securityContext.allowPrivilegeEscalation !== false || securityContext.privileged === true],
    ['rights of the kernel', securityContext.capabilities?.drop.includes('ALL') !== true],
    ['rights of the kernel that are added', (securityContext.capabilities?.add.length ?? 0) > 0],
    ['root', securityContext.runAsUser === 0 || securityContext.runAsNonRoot === false],
    ...secrets.map((name): Rule => [`the secret ${name} in plain sight`, true]),
    ['secrets from nowhere', isOurs && !envFrom.some(({ secretRef }) => secretRef !== undefined)],
    ['tables that every start makes', isOurs && !waits],
  ]);
}

function faultsOfPod(pod: Pod, kind: string): string[] {
  const { securityContext: context, containers, initContainers, volumes } = pod;
  const all = [...containers, ...initContainers];
  const isOurs = all.some(({ image }) => /(?:^|\/)clearframe:/.test(image));
  const drain = Number(all.flatMap(({ env }) => env.find(({ name }) => name === 'DRAIN_SECONDS')?.value ?? []).at(0) ?? 0);
  const onNode = volumes.flatMap(({ emptyDir }) =>
    emptyDir && emptyDir.medium !== 'Memory' ? [bytesOf(emptyDir.sizeLimit)] : [],
  );
  const mayWrite = all.map(({ resources }) => bytesOf(resources.limits['ephemeral-storage']));
  const sum = (sizes: number[]) => sizes.reduce((total, one) => total + one, 0);
  const runsOn = kind !== 'Job';
  return [
    ...all.flatMap((one) => faultsOfContainer(one, { isOurs, runsOn }).map((what) => `${one.name}: ${what}`)),
    ...broken([
      ['root', context.runAsNonRoot !== true || !context.runAsUser],
      ['any call of the kernel', !['RuntimeDefault', 'Localhost'].includes(context.seccompProfile?.type ?? '')],
      ['a token of the cluster', pod.automountServiceAccountToken !== false],
      ['variables of other services', pod.enableServiceLinks !== false],
      ['a namespace of its node', Boolean(pod.hostNetwork || pod.hostPID || pod.hostIPC)],
      ['a folder of its node', volumes.some(({ hostPath }) => hostPath !== undefined)],
      ['a volume without a bound', onNode.some(Number.isNaN)],
      ['volumes larger than what it may write', sum(onNode) > sum(mayWrite)],
      ['less time to leave than it takes', (pod.terminationGracePeriodSeconds ?? 30) < drain + 60],
      ['all on one node', kind === 'Deployment' && pod.topologySpreadConstraints.length === 0],
    ]),
  ];
}

/** What is wrong with an object by rules that no schema knows, in words. */
export function faultsOf(object: Rendered): string[] {
  const { kind, metadata, spec, data = {}, stringData = {} } = object;
  const pod = spec?.template?.spec;
  const told = Object.entries(data).filter(([name, value]) => isSecret({ name, value }));
  return [
    ...(pod ? faultsOfPod(pod, kind) : []),
    ...broken([
      ['a secret for everybody who reads this file', kind === 'Secret' && Object.keys({ ...data, ...stringData }).length > 0],
      ['no namespace', kind !== 'Namespace' && metadata.namespace === undefined],
    ]),
    ...(kind === 'ConfigMap' ? told.map(([name]) => `the secret ${name} in plain sight`) : []),
  ].map((what) => `${kind} ${metadata.name}: ${what}`);
}
