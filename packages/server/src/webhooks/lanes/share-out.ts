/** Attempts that one process makes at a time. Slow hooks have their own, so that they take none from the others. */
export const sockets = { quick: 300, slow: 100 } as const;

export type Asking = { webhookId: string; room: number; isSlow: boolean };
export type Free = { quick: number; slow: number };

/**
 * How many attempts each lane may begin: one each in turn, until nobody asks or nothing is free.
 * @param lanes those that had none for longest come first
 */
export function shareOut(lanes: readonly Asking[], free: Free): Map<string, number> {
  const given = new Map<string, number>();
  const left = { ...free };
  let asking = lanes.filter(({ room }) => room > 0);
  for (let round = 1; asking.length > 0; round += 1) {
    for (const { webhookId, isSlow } of asking) {
      const kind = isSlow ? 'slow' : 'quick';
      if (left[kind] <= 0) continue;
      left[kind] -= 1;
      given.set(webhookId, round);
    }
    asking = asking.filter(({ webhookId, room, isSlow }) => {
      const isFree = left[isSlow ? 'slow' : 'quick'] > 0;
      return isFree && given.get(webhookId) === round && room > round;
    });
  }
  return given;
}
