import { formatPrice, type Plan } from '@clearframe/contract';

/** The page of a test payment: shown in a frame of our own pages only, without anything inline. */
export const sandboxPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "frame-ancestors 'self'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

const head = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>Test payment · Clearframe</title>
<link rel="stylesheet" href="/sandbox-pay/page.css">
<script src="/sandbox-pay/page.js" type="module"></script>
</head>
`;

const banner = '<p class="banner"><b>TEST PAYMENT</b> – no card is charged</p>';

/** The form. Field names are missing on purpose: nothing of a card can be sent by submitting it. */
export function sandboxPage({ plan, amountCents }: { plan: Plan; amountCents: number }): string {
  return `${head}<body>
<main>
${banner}
<h1>${plan.name} <span>${formatPrice(amountCents)} / month</span></h1>
<form id="card" novalidate>
<label for="number">Card number</label>
<input id="number" inputmode="numeric" autocomplete="off" placeholder="4242 4242 4242 4242" aria-describedby="fault" maxlength="23">
<div class="pair">
<div><label for="expiry">Expiry date</label><input id="expiry" inputmode="numeric" autocomplete="off"
placeholder="MM/YY" aria-describedby="fault" maxlength="5"></div>
<div><label for="code">Security code</label><input id="code" inputmode="numeric" autocomplete="off"
placeholder="123" aria-describedby="fault" maxlength="4"></div>
</div>
<p id="fault" role="alert"></p>
<div class="acts"><button type="button" id="cancel">Cancel</button>\
<button type="submit" class="primary">Pay ${formatPrice(amountCents)}</button></div>
</form>
<section id="challenge" hidden>
<h2>Your bank asks: is this you?</h2>
<p>This card asks for one more step.</p>
<div class="acts"><button type="button" id="reject">Reject</button><button type="button" id="approve" class="primary">Approve</button></div>
</section>
<p id="working" role="status"></p>
<details open><summary>Test cards</summary>
<dl>
<dt>4242 4242 4242 4242</dt><dd>is paid</dd>
<dt>4000 0000 0000 0002</dt><dd>is declined</dd>
<dt>4000 0000 0000 9995</dt><dd>has insufficient funds</dd>
<dt>4000 0027 6000 3184</dt><dd>asks for one more step</dd>
<dt>4000 0000 0000 0077</dt><dd>is paid, told five seconds later</dd>
<dt>4000 0000 0000 0341</dt><dd>is paid once, renewals fail</dd>
</dl>
<p>Any future date, any security code. Other numbers are refused, and no number leaves this page.</p>
</details>
</main>
</body>
</html>
`;
}

/** For an address whose payment is settled, too old, or was never begun. */
export const sandboxOverPage = `${head}<body>
<main>
${banner}
<h1>This payment is over</h1>
<p>It was made, or was open for longer than 30 minutes. Nothing was charged a second time.</p>
<div class="acts"><button type="button" id="cancel" class="primary">Close</button></div>
</main>
</body>
</html>
`;
