import { randomUUID } from 'node:crypto';
import type { MediaUpload } from '@clearframe/contract';
import { eq } from 'drizzle-orm';
import type { LightMyRequestResponse } from 'fastify';
import { media, membership, session } from '../../src/db/schema.ts';
import type { Built } from './build.ts';
import { registerAndSignIn, type SignedInBrowser } from './sign-in.ts';

/** Makes a fresh person a member of that account, signed in to it. */
export async function joinAccount(
  built: Built,
  accountId: string,
  role: 'owner' | 'moderator' | 'viewer',
): Promise<SignedInBrowser> {
  const person = await registerAndSignIn(built);
  const { db } = built.context;
  await db.insert(membership).values({ accountId, userId: person.userId, role, createdAt: built.clock.now() });
  await db.update(session).set({ accountId }).where(eq(session.userId, person.userId));
  return person;
}

type MediaValues = typeof media.$inferInsert;

/** Writes an item as an upload and its analysis would have left it, without either. @returns its id */
export async function writeItem(built: Built, accountId: string, values: Partial<MediaValues> = {}): Promise<string> {
  const id = randomUUID();
  await built.context.db.insert(media).values({
    id,
    accountId,
    source: 'dashboard',
    filename: `${id}.png`,
    originalFilename: 'picture.png',
    tags: [],
    kind: 'png',
    mimeType: 'image/png',
    fileSizeBytes: 10,
    objectKey: `${accountId}/${id}/original.png`,
    state: 'done',
    moderationFlagged: false,
    moderationCheckedAt: built.clock.now(),
    createdAt: built.clock.now(),
    ...values,
  });
  return id;
}

/** Sends JSON as that person's page does. */
export async function send(
  built: Built,
  person: Pick<SignedInBrowser, 'headers'>,
  path: string,
  body?: object,
  method: 'POST' | 'DELETE' = 'POST',
): Promise<LightMyRequestResponse> {
  return await built.app.inject({ method, url: `/api${path}`, headers: person.headers, ...(body ? { payload: body } : {}) });
}

/** The item as that person sees it. */
export async function itemOf(built: Built, person: Pick<SignedInBrowser, 'headers'>, id: string): Promise<MediaUpload> {
  const answer = await built.app.inject({ url: `/api/media/${id}`, headers: person.headers });
  if (answer.statusCode !== 200) throw new Error(answer.body);
  return answer.json<{ data: { media_upload: MediaUpload } }>().data.media_upload;
}
