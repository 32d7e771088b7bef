import type { Deployment } from 'kubernetes-models/apps/v1/Deployment';
import type { Job } from 'kubernetes-models/batch/v1/Job';
import type { IEnvVar } from 'kubernetes-models/v1/EnvVar';
import type { IPodSpec } from 'kubernetes-models/v1/PodSpec';
import { sharedVolume } from './pod.ts';
import { deploymentOf, migrationOf, workloadNames } from './workloads.ts';

/** Of two lists of variables, those of the second that the first has otherwise. */
const changed = (from: readonly IEnvVar[] = [], to: readonly IEnvVar[] = []): IEnvVar[] =>
  to.filter(({ name, value }) => from.some((one) => one.name === name && one.value !== value));

function changeOfPod(from: IPodSpec | undefined, to: IPodSpec | undefined) {
  const [before, after] = [from?.containers[0], to?.containers[0]];
  return {
    containers: [
      { name: after?.name, env: changed(before?.env, after?.env), resources: { requests: after?.resources?.requests } },
    ],
    // A merge adds: what stood there has to be taken out by name.
    volumes: [{ ...sharedVolume, emptyDir: null }],
  };
}

const named = ({ apiVersion, kind, metadata }: Deployment | Job) => ({
  apiVersion,
  kind,
  metadata: { name: metadata?.name, namespace: metadata?.namespace },
});

/** What makes a fleet's workloads those of one node: one of each, that take less, with their files on its disk. */
export function toOneNode(): unknown[] {
  const deployments = workloadNames.map((name) => {
    const [from, to] = [deploymentOf(name, 's3'), deploymentOf(name, 'disk')];
    const spec = changeOfPod(from.spec?.template.spec, to.spec?.template.spec);
    return { ...named(to), spec: { replicas: to.spec?.replicas, template: { spec } } };
  });
  const [from, to] = [migrationOf('s3'), migrationOf('disk')];
  return [
    ...deployments,
    { ...named(to), spec: { template: { spec: changeOfPod(from.spec?.template.spec, to.spec?.template.spec) } } },
  ];
}
