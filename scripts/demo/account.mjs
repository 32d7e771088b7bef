import { createClient, findInMail } from './client.mjs';
import { colleagues, owner, password } from './people.mjs';

const dayMs = 24 * 3_600_000;

/** Lets days pass for billing, as one's own machine may. */
export async function passDays(url, days) {
  const answer = await fetch(`${url}/dev/clock`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ advance_ms: days * dayMs }),
  });
  if (!answer.ok) throw new Error(`POST /dev/clock: ${answer.status} ${await answer.text()}`);
}

/** Takes a plan by a test payment. */
export async function takePlan(client, call, planId) {
  const { onsite_payment_uuid } = await client.call('POST', `/subscriptions/${call}`, { plan_id: planId });
  await client.call('POST', `/payments/sandbox/${onsite_payment_uuid}`, { outcome: 'success', last4: '4242' });
}

async function register(client, dataDir) {
  const { name, email } = owner;
  await client.call('POST', '/auth/register', { name, email, password, recaptchaToken: 'off' });
  const verification_token = await findInMail(dataDir, email, /^ {4}(\d{5})\r?$/m);
  await client.call('POST', '/auth/complete-registration', { verification_token });
}

async function join({ url, dataDir, client }, { name, email }) {
  const colleague = createClient(url);
  await client.call('POST', '/team/invitations', { email, role: 'moderator' });
  const token = await findInMail(dataDir, email, /\/invite\?token=([\w-]+)/);
  await colleague.call('POST', '/team/invitations/register', { token, name, password, recaptchaToken: 'off' });
  return colleague;
}

const words = (forbidden, matches = []) => ({
  required_keywords: [],
  forbidden_keywords: forbidden,
  forbidden_matches: matches,
});

/** What the owner changed in the policy, and how many days ago, oldest first. Each is a version. */
export const policyChanges = [
  { ago: 24, change: (client) => changeLimits(client, { sexual_explicit: { review: 0.3, flag: 0.6 } }) },
  {
    ago: 15,
    change: (client) => client.call('POST', '/keyword-settings', words(['weapon', 'counterfeit', 'replica', 'prescription'])),
  },
  { ago: 6, change: (client) => changeLimits(client, { sexual_suggestive: { review: 0.7, flag: null } }) },
];

async function changeLimits(client, changed) {
  const { policy } = await client.call('GET', '/policy');
  const { thresholds, on_analyser_error } = policy.content;
  await client.call('POST', '/policy/limits', { thresholds: { ...thresholds, ...changed }, on_analyser_error });
}

/**
 * The account before its first upload: three people, a paid plan in its second month, tokens, a webhook, forbidden keywords, and one
 * in twenty safe items drawn for a person.
 */
export async function makeAccount({ url, dataDir, hook }) {
  const client = createClient(url);
  await register(client, dataDir);
  await takePlan(client, 'subscribe', 'starter');
  await passDays(url, 33);
  await client.call('PATCH', '/team', { name: 'Kestrel Market' });
  const team = [];
  for (const person of colleagues) team.push(await join({ url, dataDir, client }, person));
  await client.call('POST', '/keyword-settings', words(['weapon', 'counterfeit', 'replica']));
  await client.call('POST', '/quality/settings', { sample_permille: 50 });
  await client.call('POST', '/webhooks', { webhookUrl: hook });
  const tokens = [];
  for (const name of ['Production uploader', 'Mobile app', 'Staging'])
    tokens.push((await client.call('POST', '/access-tokens', { name })).access_token.token);
  return { url, owner: client, team, tokens };
}
