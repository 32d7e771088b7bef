// The form of a test payment. The number stays here: what is sent is how the card behaves, and its last four digits.
const CARDS = {
  4242424242424242: 'success',
  4000000000000341: 'success',
  4000000000000077: 'late_success',
  4000000000000002: 'decline',
  4000000000009995: 'insufficient_funds',
  4000002760003184: 'challenge',
};
const FAULTS = {
  decline: 'The card was declined.',
  insufficient_funds: 'The card has insufficient funds.',
  challenge_rejected: 'The bank did not approve the payment.',
};

const root = document.documentElement;
const byId = (id) => document.getElementById(id);
const isFramed = window.parent !== window;

// The theme of the page around, also when it changes there.
function followTheme() {
  const around = isFramed ? window.parent.document.documentElement : null;
  const take = () => {
    const system = matchMedia('(prefers-color-scheme:dark)').matches ? 'dark' : 'light';
    root.dataset.theme = around?.dataset.theme ?? system;
  };
  take();
  if (around) new MutationObserver(take).observe(around, { attributes: true, attributeFilter: ['data-theme'] });
}

function leave(result) {
  if (isFramed) window.parent.postMessage({ type: 'sandbox-payment', result }, location.origin);
  else location.replace(result === 'complete' ? '/return' : '/cancel');
}

const address = `/api/payments${location.pathname.replace('/sandbox-pay/', '/sandbox/')}`;

async function send(outcome, last4) {
  const post = () =>
    fetch(address, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ outcome, last4 }),
    });
  let answer = await post();
  // The session's cookie lasts for minutes; who reads the card twice is still signed in.
  if (answer.status === 401 && (await fetch('/api/auth/refresh')).ok) answer = await post();
  const json = await answer.json();
  if (!answer.ok) throw new Error(json.message);
  return json.data.status;
}

function readCard() {
  const number = byId('number').value.replace(/[\s-]/g, '');
  const [, month = '', year = ''] = /^(\d\d)\s*\/\s*(\d\d)$/.exec(byId('expiry').value.trim()) ?? [];
  const behaviour = CARDS[number];
  if (!behaviour) return { at: 'number', fault: 'Please enter one of the test cards below' };
  const end = new Date(2000 + Number(year), Number(month), 1);
  if (month < '01' || month > '12' || end <= new Date()) return { at: 'expiry', fault: 'Please enter a date to come, as MM/YY' };
  if (!/^\d{3,4}$/.test(byId('code').value.trim()))
    return { at: 'code', fault: 'Please enter 3 or 4 digits as the security code' };
  return { behaviour, last4: number.slice(-4) };
}

let isBusy = false;
async function settle(outcome, last4) {
  if (isBusy) return;
  isBusy = true;
  byId('working').textContent = 'Paying…';
  try {
    const status = await send(outcome, last4);
    if (status === 'failed') byId('working').textContent = FAULTS[outcome] ?? '';
    // A late card is paid, and the notification is on its way.
    leave(status === 'complete' || outcome === 'late_success' ? 'complete' : status === 'cancelled' ? 'cancelled' : 'failed');
  } catch (error) {
    isBusy = false;
    byId('working').textContent = '';
    const fault = byId('fault');
    fault.textContent = error.message || 'Payment failed. Please try again.';
  }
}

followTheme();

let last4 = null;
byId('card')?.addEventListener('submit', (event) => {
  event.preventDefault();
  const card = readCard();
  byId('fault').textContent = card.fault ?? '';
  for (const id of ['number', 'expiry', 'code']) byId(id).toggleAttribute('aria-invalid', card.at === id);
  if (card.fault) return byId(card.at).focus();
  last4 = card.last4;
  if (card.behaviour !== 'challenge') return settle(card.behaviour, last4);
  byId('card').hidden = true;
  byId('challenge').hidden = false;
  byId('approve').focus();
});
byId('approve')?.addEventListener('click', () => settle('challenge_approved', last4));
byId('reject')?.addEventListener('click', () => settle('challenge_rejected', last4));
byId('cancel').addEventListener('click', () => (byId('card') ? settle('cancel', null) : leave('cancelled')));
// Escape inside the frame does not reach the window around it.
document.addEventListener('keydown', (event) => {
  if (event.key === 'Escape') byId('cancel').click();
});
// Shown only now: a press before would be lost.
root.dataset.ready = '';
(byId('number') ?? byId('cancel')).focus();
