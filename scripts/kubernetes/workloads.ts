import { Deployment } from 'kubernetes-models/apps/v1/Deployment';
import type { IDeploymentStrategy } from 'kubernetes-models/apps/v1/DeploymentStrategy';
import { Job } from 'kubernetes-models/batch/v1/Job';
import { metadataOf, selectorOf, version } from './names.ts';
import { type Place, type PodOptions, podOf } from './pod.ts';

/** A pod more is there before one goes. */
const oneMore: IDeploymentStrategy = { type: 'RollingUpdate', rollingUpdate: { maxSurge: 1, maxUnavailable: 0 } };
/** Their jobs go over to others, and a node need not have room for one more. */
const inPlace: IDeploymentStrategy = { type: 'RollingUpdate', rollingUpdate: { maxSurge: '25%', maxUnavailable: '25%' } };

export const workloadNames = ['http', 'jobs', 'pictures', 'videos'] as const;
type WorkloadName = (typeof workloadNames)[number];

type WorkloadOptions = Omit<PodOptions, 'place' | 'component'> & {
  strategy: IDeploymentStrategy;
  /** Where nothing scales it. */
  replicas?: number;
};

/** Four kinds of pods for a fleet, and the same ones for one node, where they share two cores. */
const fleet: Record<WorkloadName, WorkloadOptions> = {
  http: {
    role: 'http',
    cpu: { request: '500m', limit: '2' },
    memory: { request: '384Mi', limit: '1Gi' },
    copies: '4Gi',
    tmp: '512Mi',
    disk: '5Gi',
    answers: true,
    serves: true,
    strategy: oneMore,
  },
  jobs: {
    role: 'jobs',
    cpu: { request: '250m', limit: '2' },
    memory: { request: '384Mi', limit: '1Gi' },
    copies: '4Gi',
    // A backup keeps its list of files there.
    tmp: '2Gi',
    disk: '7Gi',
    serves: true,
    strategy: oneMore,
    replicas: 2,
  },
  pictures: {
    role: 'pictures',
    // A process beside another one saves a supervisor and a listening connection, and the pod fits on a node with two cores.
    workers: 2,
    cpu: { request: '1800m', limit: '2' },
    memory: { request: '1536Mi', limit: '3Gi' },
    copies: '2Gi',
    tmp: '512Mi',
    disk: '3Gi',
    strategy: inPlace,
  },
  videos: {
    role: 'videos',
    workers: 1,
    cpu: { request: '900m', limit: '2' },
    memory: { request: '1Gi', limit: '2Gi' },
    copies: '2Gi',
    tmp: '512Mi',
    disk: '3Gi',
    strategy: inPlace,
  },
};

const asks = (component: WorkloadName, cpu: string, memory: string): Partial<WorkloadOptions> => ({
  replicas: 1,
  cpu: { ...fleet[component].cpu, request: cpu },
  memory: { ...fleet[component].memory, request: memory },
});
/** What one node with two cores and 4 GB has room for, PostgreSQL included. */
const oneNode: Record<WorkloadName, Partial<WorkloadOptions>> = {
  http: asks('http', '200m', '256Mi'),
  jobs: asks('jobs', '100m', '256Mi'),
  pictures: { ...asks('pictures', '500m', '768Mi'), workers: 1 },
  videos: asks('videos', '200m', '768Mi'),
};

/** A Deployment of one of {@link workloadNames}. */
export function deploymentOf(component: WorkloadName, place: Place): Deployment {
  const { replicas, strategy, ...pod } = { ...fleet[component], ...(place === 'disk' ? oneNode[component] : {}) };
  return new Deployment({
    metadata: metadataOf(component),
    spec: {
      ...(replicas === undefined ? {} : { replicas }),
      revisionHistoryLimit: 3,
      // A start waits for the tables, ten minutes at most.
      progressDeadlineSeconds: 900,
      strategy,
      selector: { matchLabels: selectorOf(component) },
      template: podOf({ ...pod, component, place }),
    },
  });
}

/**
 * Makes the tables of this version and writes the settings of all, once; everybody else waits for it. A Job cannot be changed, so its
 * name carries the version.
 */
export const migrationOf = (place: Place): Job =>
  new Job({
    metadata: metadataOf('migrate', `clearframe-migrate-${version.replaceAll(/[^a-z0-9]+/gi, '-')}`),
    spec: {
      backoffLimit: 5,
      ttlSecondsAfterFinished: 600,
      template: podOf({
        component: 'migrate',
        role: 'jobs',
        place,
        serves: true,
        cpu: { request: '100m', limit: '1' },
        memory: { request: '256Mi', limit: '1Gi' },
        copies: '256Mi',
        tmp: '512Mi',
        disk: '1Gi',
        command: ['node', 'packages/cli/bin/clearframe.mjs', 'migrate', '--apply-settings'],
      }),
    },
  });
