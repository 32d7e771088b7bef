import { StatefulSet } from 'kubernetes-models/apps/v1/StatefulSet';
import { PersistentVolumeClaim } from 'kubernetes-models/v1/PersistentVolumeClaim';
import { Service } from 'kubernetes-models/v1/Service';
import { metadataOf, nameOf, references, selectorOf } from './names.ts';
import { shutIn, underUser } from './pod.ts';

const volume = (storage: string) => ({ accessModes: ['ReadWriteOnce' as const], resources: { requests: { storage } } });

/** Files of an installation, which all pods of the node share. */
export const filesVolume = (): PersistentVolumeClaim =>
  new PersistentVolumeClaim({ metadata: metadataOf('files'), spec: volume('50Gi') });

export const databaseService = (): Service =>
  new Service({
    metadata: metadataOf('database'),
    spec: {
      clusterIP: 'None',
      selector: selectorOf('database'),
      ports: [{ name: 'postgres', port: 5432, targetPort: 'postgres' }],
    },
  });

const ask = ['pg_isready', '--username=clearframe', '--dbname=clearframe'];

/** PostgreSQL on the node itself: one, without a standby. */
export const database = (): StatefulSet =>
  new StatefulSet({
    metadata: metadataOf('database'),
    spec: {
      serviceName: nameOf('database'),
      replicas: 1,
      selector: { matchLabels: selectorOf('database') },
      template: {
        metadata: { labels: { ...selectorOf('database'), 'app.kubernetes.io/part-of': 'clearframe' } },
        spec: {
          serviceAccountName: nameOf('server'),
          automountServiceAccountToken: false,
          enableServiceLinks: false,
          // The image's own user.
          securityContext: underUser(999),
          terminationGracePeriodSeconds: 75,
          containers: [
            {
              name: 'postgres',
              image: 'docker.io/library/postgres:17-bookworm',
              imagePullPolicy: 'IfNotPresent',
              env: [
                { name: 'POSTGRES_USER', value: 'clearframe' },
                { name: 'POSTGRES_DB', value: 'clearframe' },
                { name: 'PGDATA', value: '/var/lib/postgresql/data/pgdata' },
                {
                  name: 'POSTGRES_PASSWORD',
                  valueFrom: { secretKeyRef: { name: references.secrets, key: 'POSTGRES_PASSWORD' } },
                },
              ],
              ports: [{ name: 'postgres', containerPort: 5432 }],
              startupProbe: { exec: { command: ask }, timeoutSeconds: 5, periodSeconds: 2, failureThreshold: 150 },
              livenessProbe: { exec: { command: ask }, timeoutSeconds: 5, periodSeconds: 10, failureThreshold: 6 },
              readinessProbe: { exec: { command: ask }, timeoutSeconds: 5, periodSeconds: 5, failureThreshold: 2 },
              resources: {
                requests: { cpu: '200m', memory: '384Mi', 'ephemeral-storage': '64Mi' },
                limits: { cpu: '2', memory: '1Gi', 'ephemeral-storage': '1Gi' },
              },
              securityContext: shutIn,
              volumeMounts: [
                { name: 'database', mountPath: '/var/lib/postgresql/data' },
                { name: 'socket', mountPath: '/var/run/postgresql' },
                { name: 'tmp', mountPath: '/tmp' },
                { name: 'shared-memory', mountPath: '/dev/shm' },
              ],
            },
          ],
          volumes: [
            { name: 'socket', emptyDir: { sizeLimit: '16Mi' } },
            { name: 'tmp', emptyDir: { sizeLimit: '256Mi' } },
            // Kubernetes gives 64 MB, and queries that several processes work on ask for more.
            { name: 'shared-memory', emptyDir: { medium: 'Memory', sizeLimit: '256Mi' } },
          ],
        },
      },
      volumeClaimTemplates: [{ metadata: { name: 'database' }, spec: volume('20Gi') }],
    },
  });
