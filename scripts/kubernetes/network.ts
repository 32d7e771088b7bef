import { NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1/NetworkPolicy';
import type { INetworkPolicyPeer } from 'kubernetes-models/networking.k8s.io/v1/NetworkPolicyPeer';
import type { INetworkPolicySpec } from 'kubernetes-models/networking.k8s.io/v1/NetworkPolicySpec';
import { metadataOf, selectorOf } from './names.ts';

/** Networks that nobody on the internet has. */
const privateRanges = ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '100.64.0.0/10', 'fc00::/7'];
/** This machine, its neighbours and the metadata of clouds. */
const neverOut = ['127.0.0.0/8', '169.254.0.0/16', 'fe80::/10', '::1/128'];

const tcp = (...ports: number[]) => ports.map((port) => ({ protocol: 'TCP' as const, port }));
const block = (cidr: string): INetworkPolicyPeer => ({ ipBlock: { cidr } });
const namespaces = (...names: string[]): INetworkPolicyPeer => ({
  namespaceSelector: { matchExpressions: [{ key: 'kubernetes.io/metadata.name', operator: 'In', values: names }] },
});
/** Pods of the cluster, and machines of our own network. */
const withinReach: INetworkPolicyPeer[] = [{ namespaceSelector: {} }, ...privateRanges.map(block)];
const isOfKind = (address: string, kind: 4 | 6): boolean => address.includes(':') === (kind === 6);
const internet: INetworkPolicyPeer[] = ([4, 6] as const).map((kind) => ({
  ipBlock: {
    cidr: kind === 4 ? '0.0.0.0/0' : '::/0',
    except: [...privateRanges, ...neverOut].filter((address) => isOfKind(address, kind)),
  },
}));

const podsOf = (...components: string[]) => ({
  matchLabels: { 'app.kubernetes.io/name': 'clearframe' },
  ...(components.length === 0
    ? {}
    : { matchExpressions: [{ key: 'app.kubernetes.io/component', operator: 'In', values: components }] }),
});

const policy = (name: string, spec: INetworkPolicySpec): NetworkPolicy =>
  new NetworkPolicy({ metadata: metadataOf('network', `clearframe-${name}`), spec });
const outTo = (name: string, components: string[], rule: NonNullable<INetworkPolicySpec['egress']>[number]): NetworkPolicy =>
  policy(name, { podSelector: podsOf(...components), policyTypes: ['Egress'], egress: [rule] });

const servingPods = ['http', 'jobs'];

/** What may talk to whom. Policies only ever add: one of yours beside them allows more. */
export const networkPolicies = (): NetworkPolicy[] => [
  policy('deny-all', { podSelector: {}, policyTypes: ['Ingress', 'Egress'] }),
  policy('http-from-ingress', {
    podSelector: podsOf('http'),
    policyTypes: ['Ingress'],
    // Where ingress controllers usually run; kube-system is that of k3s.
    ingress: [{ from: [namespaces('ingress-nginx', 'traefik', 'kube-system')], ports: tcp(3000) }],
  }),
  policy('metrics-from-monitoring', {
    podSelector: podsOf(),
    policyTypes: ['Ingress'],
    ingress: [{ from: [namespaces('monitoring')], ports: tcp(9464) }],
  }),
  outTo('to-names', [], {
    // The address is that of a node's own cache.
    to: [namespaces('kube-system'), block('169.254.20.10/32')],
    ports: [{ protocol: 'UDP', port: 53 }, ...tcp(53)],
  }),
  outTo('to-mail', servingPods, { ports: tcp(25, 465, 587) }),
  outTo('to-internet', servingPods, { to: internet, ports: tcp(443) }),
];

/** Database and storage of a fleet: within reach, on the usual ports of PostgreSQL, PgBouncer and makers of S3. */
export const fleetPolicies = (): NetworkPolicy[] => [
  outTo('to-database', [], { to: withinReach, ports: tcp(5432, 6432) }),
  outTo('to-storage', [], { to: withinReach, ports: tcp(80, 443, 3900, 7480, 8333, 9000) }),
];

/** For a bucket at public addresses and for analysers: pods that analyse reach the internet too. */
export const analysisToInternet = (): NetworkPolicy =>
  outTo('analysis-to-internet', ['migrate', 'pictures', 'videos'], { to: internet, ports: tcp(443) });

/** For OTEL_EXPORTER_OTLP_ENDPOINT: whoever works sends spans to a collector within reach, on the usual port of OTLP over HTTP. */
export const tracesToCollector = (): NetworkPolicy =>
  outTo('traces-to-collector', ['http', 'jobs', 'pictures', 'videos'], { to: withinReach, ports: tcp(4318) });

/** The database of the cluster itself, which talks to nobody. */
export const databasePolicies = (): NetworkPolicy[] => [
  outTo('to-database', ['migrate', 'http', 'jobs', 'pictures', 'videos'], {
    to: [{ podSelector: { matchLabels: selectorOf('database') } }],
    ports: tcp(5432),
  }),
  policy('database-from-server', {
    podSelector: podsOf('database'),
    policyTypes: ['Ingress'],
    ingress: [{ from: [{ podSelector: podsOf('migrate', 'http', 'jobs', 'pictures', 'videos') }], ports: tcp(5432) }],
  }),
];
