import type { ShareEstimate } from '@clearframe/contract';

/** A share as a point on a line from 0 to 100 %, and its interval as a band around it. The figures stand beside it. */
export function IntervalBar({ estimate }: { estimate: ShareEstimate | null }) {
  if (!estimate) return null;
  const { share, low, high } = estimate;
  return (
    <svg className="interval" viewBox="0 0 100 12" preserveAspectRatio="none" aria-hidden="true">
      <line className="axis" x1="0" x2="100" y1="6" y2="6" />
      <rect className="band" x={low * 100} y="3" width={Math.max(0.75, (high - low) * 100)} height="6" />
      <line className="point" x1={share * 100} x2={share * 100} y1="0" y2="12" />
    </svg>
  );
}
