import type { HealthCheck } from '@clearframe/contract';

/** One part of the installation, with its sentence. */
export const check = (
  name: HealthCheck['name'],
  state: HealthCheck['state'],
  detail: string,
  since: Date | null = null,
): HealthCheck => ({ name, state, since: since?.toISOString() ?? null, detail });

/** `1,200 pictures`. */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString('en-GB')} ${count === 1 ? one : many}`;

export const percent = (share: number): string => `${Math.round(share * 100)}%`;

const ranks = { ok: 0, degraded: 1, failed: 2 } as const satisfies Record<HealthCheck['state'], number>;

/** The worst of several states; `ok` of none. */
export const worst = (states: readonly HealthCheck['state'][]): HealthCheck['state'] =>
  states.reduce((one, other) => (ranks[other] > ranks[one] ? other : one), 'ok');
