import { proveBilling } from './billing.ts';

/**
 * Whatever happens to payments, in whatever order: at most one subscription is live, nothing is granted without a payment, no access
 * is lost before its end, the ledger's sums are the counters, and everything is charged once (acceptance SUB-10, UP-09). One charge is one
 * month, and nobody without an account is charged twice or again, by the books of the provider.
 * `node prove/billing.proof.ts [histories]`: ten thousand of three providers, unless told otherwise.
 */
const [count = 10_000] = process.argv.slice(2).map(Number);
const begun = Date.now();
const share = Math.ceil(count * 0.3);
const { violations, ...total } = await proveBilling({
  histories: { sandbox: count - 2 * share, far: share, payfast: share },
  steps: 25,
  print: (line) => console.log(`  ${line}`),
});
for (const line of violations.slice(0, 50)) console.log(`  ${line}`);
const holds = violations.length === 0 && total.gaps === 0 && total.invoices > total.histories * 0.75 && total.charges > 0;
const seconds = Math.round((Date.now() - begun) / 1000);
console.log(`${holds ? '✓' : '✗'} ${seconds} s`, JSON.stringify({ ...total, violations: violations.length }));
process.exitCode = holds ? 0 : 1;
