import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import {
  builtInLabels,
  defaultPolicy,
  type Endpoint,
  endpoints,
  LabelContent,
  policyName,
  tokenScopes,
} from '@clearframe/contract';
import type { VideoProbe } from '@clearframe/engine';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  accessToken,
  appeal,
  author,
  authorErasure,
  batch,
  bulkRun,
  chatHook,
  checker,
  claim,
  dataExport,
  decision,
  delivery,
  invitation,
  invoice,
  knownImport,
  knownPicture,
  label,
  notice,
  passkey,
  payment,
  policy,
  type StatementContent,
  s3Source,
  savedView,
  session,
  statement,
  transparencyRun,
  webhook,
} from '../src/db/schema.ts';
import { randomToken, sha256 } from '../src/security/secrets.ts';
import { type Built, build } from './helpers/build.ts';
import { addMember, type Member } from './helpers/members.ts';
import { writeItem } from './helpers/review-team.ts';

let built: Built;
let owner: Member;
let stranger: Member;
const tokens = new Map<Member, string>();
beforeAll(async () => {
  built = await build();
  owner = await addMember(built, 'owner');
  stranger = await addMember(built, 'owner');
  for (const member of [owner, stranger]) tokens.set(member, await writeToken(member));
});
afterAll(() => built.close());

async function writeToken({ accountId }: Member): Promise<string> {
  const token = `cf_live_${randomToken()}`;
  const sealed = built.context.secrets.seal('access-token', token);
  await built.context.db
    .insert(accessToken)
    .values({ accountId, name: 'a', tokenHash: sha256(token), tokenSealed: sealed, scopes: [...tokenScopes] });
  return token;
}

async function firstId(rows: Promise<{ id: string }[]>): Promise<string> {
  const [row] = await rows;
  if (!row) throw new Error('The row was not stored');
  return row.id;
}

/** Items are videos, so that all that can be asked of an item can be asked of them. */
const video: VideoProbe = {
  kind: 'mp4',
  durationMs: 900,
  seconds: 1,
  width: 10,
  height: 10,
  rotation: 0,
  codec: 'h264',
  frameRate: null,
};

function writeNotice(): Promise<string> {
  const said = { kind: 'dsa', source: 'article_16', ground: 'illegal', explanation: 'It is mine.' } as const;
  const of = { accountId: owner.accountId, number: randomInt(1_000_000), receivedAt: new Date(), dueAt: new Date() };
  return firstId(
    built.context.db
      .insert(notice)
      .values({ ...of, ...said })
      .returning(),
  );
}

/** A thing that belongs to the first account, by the start of the addresses under which it is found. */
const things: Record<string, () => Promise<string>> = {
  '/media/:id': () => writeItem(built, owner.accountId, { video }),
  '/try-it/:id': () => writeItem(built, owner.accountId),
  '/v1/media/:id': () => writeItem(built, owner.accountId, { video }),
  '/v1/batches/:id': () => firstId(built.context.db.insert(batch).values({ accountId: owner.accountId }).returning()),
  '/access-tokens/:id': () => {
    const tokenSealed = built.context.secrets.seal('access-token', randomToken());
    const of = { accountId: owner.accountId, name: 'a', tokenHash: randomToken(), tokenSealed };
    return firstId(built.context.db.insert(accessToken).values(of).returning());
  },
  '/chat-hooks/:id': () => {
    const of = {
      accountId: owner.accountId,
      kind: 'slack',
      name: 'Team',
      urlSealed: 'sealed',
      urlShown: 'hooks.slack.com/…cret',
    } as const;
    const dates = { since: new Date(), nextDigestAt: new Date() };
    return firstId(
      built.context.db
        .insert(chatHook)
        .values({ ...of, ...dates, events: ['flagged'], digestMinutes: 15, isActive: true })
        .returning(),
    );
  },
  '/notices/:id': writeNotice,
  '/v1/notices/:id': writeNotice,
  '/checkers/:id': () => {
    const secrets = { secretHash: randomToken(), secretSealed: 'sealed' };
    const answers = { rejectStatus: 406, onError: 'closed', timeoutMs: 1_000, allowFrom: [], videoMaxSeconds: 0 } as const;
    const of = { accountId: owner.accountId, name: 'a', ...answers, allowFrom: [], ...secrets };
    return firstId(built.context.db.insert(checker).values(of).returning());
  },
  '/webhooks/:id': () => {
    const of = { accountId: owner.accountId, url: 'https://hooks.example/in', tokenSealed: 'sealed', secretSealed: 'sealed' };
    return firstId(built.context.db.insert(webhook).values(of).returning());
  },
  '/s3-sources/:id': () => {
    const place = { endpoint: 'https://s3.example', region: 'us-east-1', bucket: 'b', prefix: '', accessKeyId: 'k' };
    const secrets = {
      secretKeySealed: built.context.secrets.seal('s3-source', 'a secret'),
      eventsSealed: built.context.secrets.seal('s3-source', 'an address'),
      eventsHash: randomToken(),
    };
    const of = { accountId: owner.accountId, name: 'a', pathStyle: true, answerTags: true, isActive: true };
    return firstId(
      built.context.db
        .insert(s3Source)
        .values({ ...of, ...place, ...secrets })
        .returning(),
    );
  },
  '/webhook-deliveries/:id': async () => {
    const mediaId = await writeItem(built, owner.accountId);
    const of = { accountId: owner.accountId, mediaId, event: 'media.analysis.completed', body: '{}' };
    return firstId(
      built.context.db
        .insert(delivery)
        .values({ ...of, state: 'failed', nextAttemptAt: new Date() })
        .returning(),
    );
  },
  '/known-pictures/imports/:id': () =>
    firstId(built.context.db.insert(knownImport).values({ accountId: owner.accountId, list: 'block', name: 'a' }).returning()),
  '/known-pictures/:id': () => {
    const of = { accountId: owner.accountId, list: 'block', pdq: randomBytes(32), decidedAt: new Date() } as const;
    return firstId(
      built.context.db
        .insert(knownPicture)
        .values({ ...of, position: randomInt(1_000_000_000) })
        .returning(),
    );
  },
  '/queue/claims/:id': async () => {
    const { accountId, userId } = owner;
    const mediaId = await writeItem(built, accountId, { moderationFlagged: true });
    const of = { mediaId, accountId, userId, expiresAt: new Date(Date.now() + 60_000) };
    return firstId(built.context.db.insert(claim).values(of).returning());
  },
  '/bulk-runs/:id': () => {
    const { accountId, userId } = owner;
    return firstId(built.context.db.insert(bulkRun).values({ accountId, userId, action: 'pass' }).returning());
  },
  '/views/:id': () => {
    const { accountId, userId } = owner;
    const of = { accountId, userId, name: 'a', filter: { sort: 'newest' }, shared: true } as const;
    return firstId(built.context.db.insert(savedView).values(of).returning());
  },
  '/transparency/runs/:id': () => {
    const of = { accountId: owner.accountId, dryRun: true, state: 'done', until: 0, total: 0 } as const;
    return firstId(built.context.db.insert(transparencyRun).values(of).returning());
  },
  '/labels/:id': () => {
    const { key, ...content } = { ...builtInLabels[0], key: `own-${randomInt(1_000_000_000)}` };
    return firstId(
      built.context.db
        .insert(label)
        .values({ accountId: owner.accountId, key, content: LabelContent.omit({ key: true }).parse(content) })
        .returning(),
    );
  },
  '/policy/versions/:name': async () => {
    const number = randomInt(1_000, 1_000_000);
    const { version: _name, ...content } = defaultPolicy;
    await built.context.db.insert(policy).values({ accountId: owner.accountId, number, content });
    return policyName(number);
  },
  '/team/invitations/:id': () => {
    const email = `${randomUUID()}@example.com`;
    const of = { accountId: owner.accountId, email, emailKey: email, role: 'viewer', tokenHash: randomToken() } as const;
    return firstId(
      built.context.db
        .insert(invitation)
        .values({ ...of, expiresAt: new Date(Date.now() + 60_000) })
        .returning(),
    );
  },
  '/team/members/:id': async () => (await addMember(built, 'viewer', owner.accountId)).userId,
  '/users/me/exports/:id': () => {
    const of = { accountId: owner.accountId, userId: owner.userId, kind: 'account', state: 'done', objectKey: 'x' } as const;
    return firstId(built.context.db.insert(dataExport).values(of).returning());
  },
  '/payments/sandbox/:uuid': async () => {
    const onsiteUuid = randomUUID();
    const of = { accountId: owner.accountId, provider: 'sandbox', purpose: 'subscribe', planId: 'starter', onsiteUuid } as const;
    await built.context.db.insert(payment).values({ ...of, amountCents: 6_000, currency: 'USD', status: 'pending' });
    return onsiteUuid;
  },
  '/subscriptions/invoices/:id': () => {
    const of = {
      accountId: owner.accountId,
      paymentId: randomUUID(),
      provider: 'sandbox',
      planId: 'starter',
      amountCents: 6_000,
      currency: 'USD',
    };
    const at = new Date();
    const seller = { name: null, address: null, taxNumber: null };
    const said = { issuedAt: at, periodStart: at, periodEnd: at, buyerName: 'Ada', buyerEmail: 'ada@example.com', seller };
    return firstId(
      built.context.db
        .insert(invoice)
        .values({ ...of, ...said, number: randomInt(1_000_000) })
        .returning(),
    );
  },
  '/users/me/passkeys/:id': () => {
    const of = { userId: owner.userId, name: 'a', credentialId: randomToken(), publicKey: 'k', counter: 0 };
    return firstId(
      built.context.db
        .insert(passkey)
        .values({ ...of, transports: [], backedUp: false })
        .returning(),
    );
  },
  '/users/me/sessions/:id': () => {
    const of = { userId: owner.userId, accountId: owner.accountId, expiresAt: new Date(Date.now() + 60_000) };
    return firstId(built.context.db.insert(session).values(of).returning());
  },
};

things['/authors/:id'] = async () => {
  const externalId = randomUUID();
  await built.context.db.insert(author).values({ accountId: owner.accountId, externalId });
  return externalId;
};
const writeStatement = () =>
  firstId(
    built.context.db
      .insert(statement)
      .values({
        accountId: owner.accountId,
        number: randomInt(1_000_000_000),
        mediaId: randomUUID(),
        appealUntil: new Date(built.clock.now().getTime() + 60_000),
        content: statementContent,
      })
      .returning(),
  );
things['/statements/:id'] = writeStatement;
things['/v1/statements/:id'] = writeStatement;
things['/appeals/:id'] = async () => {
  const of = { accountId: owner.accountId, statementId: await writeStatement(), text: 'It is a cat.' };
  return firstId(built.context.db.insert(appeal).values(of).returning());
};
things['/v1/authors/:id'] = things['/authors/:id'];
things['/author-erasures/:id'] = () => {
  const of = { accountId: owner.accountId, items: 'delete', itemsTotal: 0, createdAt: new Date() } as const;
  return firstId(built.context.db.insert(authorErasure).values(of).returning());
};
things['/v1/author-erasures/:id'] = things['/author-erasures/:id'];
things['/v1/exports/:id'] = () => {
  const of = { accountId: owner.accountId, kind: 'author', state: 'queued' } as const;
  return firstId(built.context.db.insert(dataExport).values(of).returning());
};

const statementContent: StatementContent = {
  facts: 'A person decided.',
  ground: 'terms',
  label: { key: 'other', name: 'Other', text: 'It is against our rules.' },
  reference: null,
  reference_url: null,
  automated_detection: false,
  automated_decision: 'not_automated',
  source: 'voluntary',
  restriction: 'removed',
  platformName: 'Pears',
  contact: null,
  outOfCourt: null,
};

/** Bodies that the schema takes, so that it is the id that is refused. */
const bodies: Record<string, object> = {
  changeRole: { role: 'viewer' },
  setAuthorAction: { action: 'trust' },
  apiSetAuthorAction: { action: 'trust' },
  eraseAuthor: { items: 'delete' },
  apiEraseAuthor: { items: 'delete' },
  linkNotice: { media_id: randomUUID() },
  apiLinkNotice: { media_id: randomUUID() },
  decideNotice: { outcome: 'no_action', answer: 'We looked.' },
  apiDecideNotice: { outcome: 'no_action', answer: 'We looked.' },
  apiAppeal: { text: 'It is a cat.' },
  decideAppeal: { outcome: 'upheld', answer: 'It is no cat.' },
  updateWebhook: { isActive: false },
  updateS3Source: { name: 'b' },
  updateChatHook: { is_active: false },
  resendFailed: { day: '2026-11-21' },
  settleSandboxPayment: { outcome: 'success', last4: '4242' },
  renamePasskey: { name: 'b' },
};

/**
 * Calls that look for a second thing, which the table above does not make
 * (a decision, a file), or would reach out to a hook, or know no owner.
 */
const needsMore = ['undoDecision', 'downloadExport', 'testWebhook', 'readTry', 'linkNotice', 'apiLinkNotice'];

/** A claim ends by itself, so that one which is gone is no fault and answers otherwise; another's answers the same. */
const gone: Record<string, number> = { renewClaim: 409, releaseClaim: 200 };

const all: [string, Endpoint][] = Object.entries(endpoints);
/** What belongs to no account is for operators alone (`operator-console.test.ts`). */
const isOfOperators = (one: Endpoint) => one.access === 'session' && one.operator === true;
/** Whoever has the link of a form, a notice or a statement may use it (`notices.test.ts`, `statements-of-reasons.test.ts`). */
const byLink = ['noticeForm', 'sendNotice', 'noticeStatus', 'readStatement', 'appeal'];
const byId = all.filter(([name, one]) => one.path.includes(':') && !isOfOperators(one) && !byLink.includes(name));

async function call(name: string, { method, path, access }: Endpoint, id: string, caller: Member) {
  const headers = access === 'token' ? { authorization: `Bearer ${tokens.get(caller)}` } : caller.headers;
  const payload = method === 'GET' || method === 'DELETE' ? {} : { payload: bodies[name] ?? { decision_id: randomUUID() } };
  const answer = await built.app.inject({ method, url: `/api${path.replace(/:\w+/, id)}`, headers, ...payload });
  return { status: answer.statusCode, body: answer.body };
}

describe('ids of another account', () => {
  it.each(byId)('SEC-03 %s answers as for an id that nothing has', async (name, endpoint) => {
    const start = Object.keys(things).find((known) => endpoint.path === known || endpoint.path.startsWith(`${known}/`));
    const make = start === undefined ? undefined : things[start];
    if (!make) throw new Error(`${name}: say in this test how a thing at ${endpoint.path} is made`);
    const foreign = await call(name, endpoint, await make(), stranger);
    const unknown = await call(name, endpoint, randomUUID(), stranger);
    expect([name, foreign.status]).toEqual([name, gone[name] ?? 404]);
    expect(foreign).toEqual(unknown);
    // The thing is there: whoever owns it gets another answer.
    if (!needsMore.includes(name)) expect((await call(name, endpoint, await make(), owner)).status, name).not.toBe(404);
  });

  it('SEC-03 does not undo what another account decided, under whichever item it is asked for', async () => {
    const { db } = built.context;
    const mediaId = await writeItem(built, owner.accountId);
    const undoableUntil = new Date(built.clock.now().getTime() + 60_000);
    const { accountId, userId } = owner;
    const of = { mediaId, accountId, userId, from: false, to: true, undoableUntil };
    const made = await firstId(db.insert(decision).values(of).returning());
    for (const id of [mediaId, await writeItem(built, stranger.accountId)]) {
      const payload = { decision_id: made };
      const url = `/api/media/${id}/undo`;
      const answer = await built.app.inject({ method: 'POST', url, headers: stranger.headers, payload });
      expect(answer.statusCode).toBe(404);
    }
    expect((await db.select().from(decision).where(eq(decision.id, made)))[0]?.undoneAt).toBeNull();
  });
});
