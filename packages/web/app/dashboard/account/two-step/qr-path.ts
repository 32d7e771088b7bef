import { encode } from 'uqr';

/** Modules of white around it, so that cameras find it (ISO/IEC 18004 §9.1). */
const quietZone = 4;

export type QrDrawing = { size: number; path: string };

/** A text as the outline of its QR code: one bar for each run of dark modules, in units of a module. */
export function qrDrawing(text: string): QrDrawing {
  const { data, size } = encode(text, { ecc: 'M', border: quietZone });
  const bars = data.flatMap((row, y) => {
    const runs = [
      ...row
        .map((dark) => (dark ? '#' : ' '))
        .join('')
        .matchAll(/#+/g),
    ];
    return runs.map((run) => `M${run.index} ${y}h${run[0].length}v1h-${run[0].length}z`);
  });
  return { size, path: bars.join('') };
}
