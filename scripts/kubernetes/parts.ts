import { ConfigMap } from 'kubernetes-models/v1/ConfigMap';
import { Namespace } from 'kubernetes-models/v1/Namespace';
import { Service } from 'kubernetes-models/v1/Service';
import { ServiceAccount } from 'kubernetes-models/v1/ServiceAccount';
import { metadataOf, namespace, selectorOf } from './names.ts';

/** The cluster refuses any pod here that could do more than ours. */
export const ownNamespace = (): Namespace =>
  new Namespace({
    metadata: {
      name: namespace,
      labels: Object.fromEntries(
        ['enforce', 'audit', 'warn'].map((mode) => [`pod-security.kubernetes.io/${mode}`, 'restricted']),
      ),
    },
  });

/** Whom the storage of a cloud may know pods as. It may do nothing in the cluster. */
export const serviceAccount = (): ServiceAccount =>
  new ServiceAccount({ metadata: metadataOf('server'), automountServiceAccountToken: false });

/** Settings that fit most clusters: `clearframe-settings` wins. */
export const defaults = (): ConfigMap =>
  new ConfigMap({
    metadata: metadataOf('settings', 'clearframe-defaults'),
    // The ingress controller is a pod: its address is a private one.
    data: { TRUST_PROXY: 'uniquelocal' },
  });

/** Where the ingress finds pods that answer, and where Prometheus reads what is true of the whole installation. */
export const services = (): Service[] => [
  new Service({
    metadata: metadataOf('http'),
    spec: { selector: selectorOf('http'), ports: [{ name: 'http', port: 80, targetPort: 'http' }] },
  }),
  new Service({
    metadata: metadataOf('jobs'),
    spec: { selector: selectorOf('jobs'), ports: [{ name: 'metrics', port: 9464, targetPort: 'metrics' }] },
  }),
];
