import { ScaledObject } from '@kubernetes-models/keda/keda.sh/v1alpha1/ScaledObject';
import { TriggerAuthentication } from '@kubernetes-models/keda/keda.sh/v1alpha1/TriggerAuthentication';
import { Deployment } from 'kubernetes-models/apps/v1/Deployment';
import { StatefulSet } from 'kubernetes-models/apps/v1/StatefulSet';
import { HorizontalPodAutoscaler } from 'kubernetes-models/autoscaling/v2/HorizontalPodAutoscaler';
import { Job } from 'kubernetes-models/batch/v1/Job';
import { Ingress } from 'kubernetes-models/networking.k8s.io/v1/Ingress';
import { NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1/NetworkPolicy';
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1/PodDisruptionBudget';
import { ConfigMap } from 'kubernetes-models/v1/ConfigMap';
import { Namespace } from 'kubernetes-models/v1/Namespace';
import { PersistentVolumeClaim } from 'kubernetes-models/v1/PersistentVolumeClaim';
import { Secret } from 'kubernetes-models/v1/Secret';
import { Service } from 'kubernetes-models/v1/Service';
import { ServiceAccount } from 'kubernetes-models/v1/ServiceAccount';

const kinds = [
  ...[ConfigMap, Deployment, HorizontalPodAutoscaler, Ingress, Job, Namespace, NetworkPolicy, PersistentVolumeClaim],
  ...[PodDisruptionBudget, ScaledObject, Secret, Service, ServiceAccount, StatefulSet, TriggerAuthentication],
];

/**
 * Holds an object against the schema of its kind. Schemas of Kubernetes let unknown fields pass: compilers find those.
 * @throws Error that names what is wrong, also where no schema of that kind is known
 */
export function validate(object: { apiVersion: string; kind: string }): void {
  const name = `${object.apiVersion} ${object.kind}`;
  const known = kinds.find((one) => `${one.apiVersion} ${one.kind}` === name);
  if (!known) throw new Error(`There is no schema for ${name}`);
  // Its constructor takes what compilers have looked at; this is what was rendered.
  Object.assign(new known(), object).validate();
}
