import type { IContainer } from 'kubernetes-models/v1/Container';
import type { IEnvFromSource } from 'kubernetes-models/v1/EnvFromSource';
import type { IEnvVar } from 'kubernetes-models/v1/EnvVar';
import type { IPodTemplateSpec } from 'kubernetes-models/v1/PodTemplateSpec';
import type { IProbe } from 'kubernetes-models/v1/Probe';
import type { IVolume } from 'kubernetes-models/v1/Volume';
import { image, nameOf, references, selectorOf, version } from './names.ts';

/** Where files lie: a bucket, or a volume that all pods of one node share. */
export type Place = 's3' | 'disk';

export type PodOptions = {
  component: string;
  role: string;
  place: Place;
  /** Analysis processes of the pod. */
  workers?: number;
  cpu: { request: string; limit: string };
  memory: { request: string; limit: string };
  /** Of /data where files lie in S3: private copies of uploads and videos under way. */
  copies: string;
  /** Of /tmp. */
  tmp: string;
  /** Of everything that the pod writes onto its node. */
  disk: string;
  /** The port of customers is open. */
  answers?: boolean;
  /** It is given what only those need who answer people or do jobs. */
  serves?: boolean;
  /** In the place of the server; it then ends. */
  command?: string[];
};

const variable = (name: string, value: string): IEnvVar => ({ name, value });

/** What the settings of an operator must not change, because these manifests depend on it. */
const environmentOf = ({ role, place, workers }: PodOptions): IEnvVar[] => [
  variable('ROLE', role),
  ...(workers === undefined ? [] : [variable('WORKERS', String(workers))]),
  variable('HOST', '0.0.0.0'),
  variable('PORT', '3000'),
  variable('DATA_DIR', '/data'),
  variable('STORAGE', place),
  variable('MIGRATE', 'wait'),
  variable('DRAIN_SECONDS', '15'),
  variable('LOG_FORMAT', 'json'),
  variable('METRICS_PORT', '9464'),
  variable('METRICS_HOST', '0.0.0.0'),
  // A policy lets only the scraper through.
  variable('METRICS_TOKEN', 'none'),
  { name: 'INSTANCE_NAME', valueFrom: { fieldRef: { fieldPath: 'metadata.name' } } },
];

const settingsOf = ({ serves = false }: PodOptions): IEnvFromSource[] => [
  // The later one wins: what an operator sets.
  { configMapRef: { name: 'clearframe-defaults' } },
  { configMapRef: { name: references.settings } },
  { secretRef: { name: references.secrets } },
  ...(serves ? [{ secretRef: { name: references.serving } }] : []),
];

const ask = (path: string, port: 'http' | 'metrics', often: Omit<IProbe, 'httpGet'>): IProbe => ({
  httpGet: { path, port },
  timeoutSeconds: 5,
  ...often,
});

/** One that waits for the tables is alive and not ready. */
const probesOf = ({ answers = false, command }: PodOptions): Partial<IContainer> =>
  command
    ? {}
    : {
        startupProbe: ask('/healthz', 'metrics', { periodSeconds: 2, failureThreshold: 60 }),
        livenessProbe: ask('/healthz', 'metrics', { periodSeconds: 10, failureThreshold: 6 }),
        readinessProbe: ask('/readyz', answers ? 'http' : 'metrics', { periodSeconds: 5, failureThreshold: 2 }),
      };

export const sharedVolume: IVolume = { name: 'data', persistentVolumeClaim: { claimName: 'clearframe-files' } };

const resourcesOf = ({ cpu, memory, disk }: Pick<PodOptions, 'cpu' | 'memory' | 'disk'>) => ({
  requests: { cpu: cpu.request, memory: memory.request, 'ephemeral-storage': '256Mi' },
  limits: { cpu: cpu.limit, memory: memory.limit, 'ephemeral-storage': disk },
});

/** What the policy `restricted` asks of a container, and a root that nobody writes to. */
export const shutIn = {
  allowPrivilegeEscalation: false,
  readOnlyRootFilesystem: true,
  capabilities: { drop: ['ALL'] },
};

/** What the policy `restricted` asks of a pod. */
export const underUser = (user: number) => ({
  runAsNonRoot: true,
  runAsUser: user,
  runAsGroup: user,
  fsGroup: user,
  fsGroupChangePolicy: 'OnRootMismatch' as const,
  seccompProfile: { type: 'RuntimeDefault' as const },
});

function containerOf(options: PodOptions): IContainer {
  const { component, command, answers = false, serves = false } = options;
  const metrics = { name: 'metrics', containerPort: 9464 };
  return {
    name: component,
    image,
    imagePullPolicy: 'IfNotPresent',
    // The image's own entry point starts either.
    ...(command ? { args: command } : {}),
    env: environmentOf(options),
    envFrom: settingsOf(options),
    ...(command ? {} : { ports: answers ? [{ name: 'http', containerPort: 3000 }, metrics] : [metrics] }),
    ...probesOf(options),
    resources: resourcesOf(options),
    securityContext: shutIn,
    volumeMounts: [
      { name: 'data', mountPath: '/data' },
      { name: 'tmp', mountPath: '/tmp' },
      // Also where the settings of all are written: a check value of these texts is one of them.
      ...(serves ? [{ name: 'legal', mountPath: '/data/legal', readOnly: true }] : []),
    ],
  };
}

/** A pod of ours, whatever it does. */
export function podOf(options: PodOptions): IPodTemplateSpec {
  const { component, place, copies, tmp, serves = false, command } = options;
  const spread = (topologyKey: string) => ({
    maxSkew: 1,
    topologyKey,
    whenUnsatisfiable: 'ScheduleAnyway' as const,
    labelSelector: { matchLabels: selectorOf(component) },
  });
  return {
    metadata: {
      labels: { ...selectorOf(component), 'app.kubernetes.io/part-of': 'clearframe', 'app.kubernetes.io/version': version },
      ...(command ? {} : { annotations: { 'prometheus.io/scrape': 'true', 'prometheus.io/port': '9464' } }),
    },
    spec: {
      serviceAccountName: nameOf('server'),
      automountServiceAccountToken: false,
      // Variables of other services would stand beside ours, and some are near their names.
      enableServiceLinks: false,
      securityContext: underUser(10_001),
      // DRAIN_SECONDS, and 60 s for what is under way.
      terminationGracePeriodSeconds: 75,
      ...(command ? { restartPolicy: 'Never' } : {}),
      ...(command
        ? {}
        : { topologySpreadConstraints: [spread('topology.kubernetes.io/zone'), spread('kubernetes.io/hostname')] }),
      containers: [containerOf(options)],
      volumes: [
        place === 'disk' ? sharedVolume : { name: 'data', emptyDir: { sizeLimit: copies } },
        { name: 'tmp', emptyDir: { sizeLimit: tmp } },
        ...(serves ? [{ name: 'legal', configMap: { name: references.legal, optional: true } }] : []),
      ],
    },
  };
}
