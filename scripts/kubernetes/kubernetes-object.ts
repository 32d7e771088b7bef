/** An object of a cluster, of which there is a schema. */
export type KubernetesObject = {
  apiVersion: string;
  kind: string;
  /** @throws Error that names what is not as the schema says */
  validate(): void;
};
