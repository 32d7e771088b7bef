import { cpuSeconds } from './processes.mjs';

const sumOf = (cpu) => Object.values(cpu).reduce((all, one) => all + one, 0);
const quantile = (times, share) => times[Math.min(times.length - 1, Math.floor(times.length * share))];

/**
 * Opens the newest items one after the other, as a person does: the first time their large copies are made, the second time they are
 * there. Items whose large copy came with the analysis are left out.
 * @returns milliseconds until the copy has come, half and 95 of a hundred, and CPU-ms and kB of each
 */
export async function openItems({ origin, token, pids, count = 50 }) {
  const headers = { authorization: `Bearer ${token}` };
  const { data } = await (await fetch(`${origin}/api/v1/media?limit=${count}`, { headers })).json();
  const paths = data.media_uploads
    .map(({ signedDisplayUrl }) => new URL(signedDisplayUrl))
    .filter(({ pathname }) => pathname.endsWith('/large'))
    .map(({ pathname, search }) => pathname + search);
  const rows = {};
  for (const which of ['first', 'again']) {
    const before = sumOf(cpuSeconds(pids));
    const times = [];
    let bytes = 0;
    for (const path of paths) {
      const begun = performance.now();
      const answer = await fetch(origin + path);
      bytes += (await answer.arrayBuffer()).byteLength;
      if (!answer.ok) throw new Error(`A large copy answered ${answer.status}`);
      times.push(performance.now() - begun);
    }
    times.sort((a, b) => a - b);
    rows[`opened, ${which}`] = {
      'ms p50': Math.round(quantile(times, 0.5)),
      'ms p95': Math.round(quantile(times, 0.95)),
      'CPU-ms': +(((sumOf(cpuSeconds(pids)) - before) / times.length) * 1_000).toFixed(1),
      kB: +(bytes / times.length / 1_000).toFixed(1),
    };
  }
  return rows;
}
