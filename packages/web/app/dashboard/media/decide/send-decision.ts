import { type DecideResult, itemEndpoints, limits, type ManualVerdict, type MediaUpload } from '@clearframe/contract';
import { call } from '../../../shared/api/api.ts';

type Sent = {
  verdict: ManualVerdict;
  note: string;
  /** Id of the reason of a Fail; null = the usual one. */
  label: string | null;
  /** Also where somebody else looks at the item. */
  override: boolean;
  /** The newest decision that its maker knows of, for each item; null = none. */
  lastSeen: ReadonlyMap<string, string | null>;
};

/** One item goes by its own address, several by one call with a result each. Throws ClearframeError. */
export async function sendDecision(
  items: readonly MediaUpload[],
  { verdict, note, label, override, lastSeen }: Sent,
): Promise<DecideResult[]> {
  const body = {
    hold_ms: limits.decisionHoldMs,
    override,
    ...(note === '' ? {} : { note }),
    ...(label === null ? {} : { label }),
  };
  const [only] = items;
  if (items.length === 1 && only) {
    const endpoint = verdict === 'pass' ? itemEndpoints.passMedia : itemEndpoints.failMedia;
    const input = { params: { id: only.id }, body: { ...body, last_decision: lastSeen.get(only.id) ?? null }, keepalive: true };
    const { decision_id } = await call(endpoint, input);
    return [{ id: only.id, decision_id, error: null }];
  }
  const ids = items.map(({ id }) => id);
  return (
    await call(itemEndpoints.decideMany, {
      body: { ...body, ids, verdict, last_decisions: Object.fromEntries(lastSeen) },
      keepalive: true,
    })
  ).results;
}
