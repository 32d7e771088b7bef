import { ScaledObject } from '@kubernetes-models/keda/keda.sh/v1alpha1/ScaledObject';
import { TriggerAuthentication } from '@kubernetes-models/keda/keda.sh/v1alpha1/TriggerAuthentication';
import { HorizontalPodAutoscaler } from 'kubernetes-models/autoscaling/v2/HorizontalPodAutoscaler';
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1/PodDisruptionBudget';
import { metadataOf, nameOf, references, selectorOf } from './names.ts';
import { workloadNames } from './workloads.ts';

/** One pod a minute goes, and only when five minutes asked for fewer. */
const slowlyDown = {
  scaleDown: {
    stabilizationWindowSeconds: 300,
    policies: [{ type: 'Pods', value: 1, periodSeconds: 60 }],
  },
};

/** A request takes processor and little else. */
export const httpScaler = (): HorizontalPodAutoscaler =>
  new HorizontalPodAutoscaler({
    metadata: metadataOf('http'),
    spec: {
      scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: nameOf('http') },
      minReplicas: 2,
      maxReplicas: 10,
      metrics: [{ type: 'Resource', resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 60 } } }],
      behavior: slowlyDown,
    },
  });

/** Seconds of work that one analysis process has before it: whoever comes last waits for about so long. */
const secondsEach = 30;

type Analysis = { component: string; queue: string; least: number; most: number; workers: number };

const scaledByBacklog = ({ component, queue, least, most, workers }: Analysis): ScaledObject =>
  new ScaledObject({
    metadata: metadataOf(component),
    spec: {
      scaleTargetRef: { name: nameOf(component) },
      minReplicaCount: least,
      maxReplicaCount: most,
      pollingInterval: 15,
      cooldownPeriod: 300,
      // While the database does not answer.
      fallback: { failureThreshold: 3, replicas: 2 },
      advanced: { horizontalPodAutoscalerConfig: { behavior: slowlyDown } },
      triggers: [
        {
          type: 'postgresql',
          metricType: 'AverageValue',
          metadata: {
            query: `select seconds_of_work / ${secondsEach} from clearframe_backlog where queue = '${queue}'`,
            targetQueryValue: String(workers),
            activationTargetQueryValue: '0',
          },
          authenticationRef: { name: references.scaler },
        },
      ],
    },
  });

/** Pictures always find one pod; videos may wait for theirs. */
export const backlogScalers = (): (ScaledObject | TriggerAuthentication)[] => [
  new TriggerAuthentication({
    metadata: metadataOf('scaler'),
    spec: { secretTargetRef: [{ parameter: 'connection', name: references.scaler, key: 'connection' }] },
  }),
  scaledByBacklog({ component: 'pictures', queue: 'moderate-media', least: 1, most: 25, workers: 2 }),
  scaledByBacklog({ component: 'videos', queue: 'moderate-video', least: 0, most: 10, workers: 1 }),
];

/** Nodes are emptied one pod after the other. */
export const disruptionBudgets = (): PodDisruptionBudget[] =>
  workloadNames.map(
    (component) =>
      new PodDisruptionBudget({
        metadata: metadataOf(component),
        spec: {
          maxUnavailable: 1,
          selector: { matchLabels: selectorOf(component) },
          unhealthyPodEvictionPolicy: 'AlwaysAllow',
        },
      }),
  );
