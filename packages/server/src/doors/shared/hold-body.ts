import { AppError } from '@clearframe/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { DoorCaller } from './admit-token.ts';

/** Of all bodies that a process has in memory at once. Their pictures wait there until they are judged. */
const provedMaxBytes = 224 * 1_048_576;
/** Of those whose sender is proved by the body itself, until it is read. */
const unprovedMaxBytes = 32 * 1_048_576;
/** Of one token: two of the largest bodies that a door reads, or some hundred pictures. */
const tokenMaxBytes = 64 * 1_048_576;

/** Whose memory it is: a proved caller's, or that of an address until its sender is proved. */
type Holder = Pick<DoorCaller, 'accountId' | 'tokenId'> | { address: string };

/** What a body counts in: all of its kind, all of its owner, and all of a token. */
type Pots = { all: string; owner: string; token: string | null };
type Held = { pots: Pots; bytes: number };
const potsOf = (holder: Holder): Pots =>
  'address' in holder
    ? { all: 'unproved', owner: `address ${holder.address}`, token: null }
    : { all: 'proved', owner: `account ${holder.accountId}`, token: `token ${holder.tokenId}` };

const sums = new Map<string, number>();
const heldOf = (pot: string): number => sums.get(pot) ?? 0;
const bodies = new WeakMap<FastifyRequest, Held>();

function count({ pots, bytes }: Held, sign: 1 | -1): void {
  for (const pot of [pots.all, pots.owner, pots.token]) {
    if (pot === null) continue;
    const sum = heldOf(pot) + sign * bytes;
    if (sum > 0) sums.set(pot, sum);
    else sums.delete(pot);
  }
}

const busy = (detail: string) => new AppError('busy', { detail });
const ownShare = (detail: string) =>
  new AppError('busy', { detail, message: 'The server is busy with your other requests. Try again once some are answered.' });

/**
 * An owner may have as much as it leaves free, so that a first one gets half and another still finds room. Whoever has nothing yet may
 * have all that is left. @throws AppError busy
 */
function requireRoom({ pots, bytes }: Held): void {
  const { all, owner, token } = pots;
  const left = (all === 'proved' ? provedMaxBytes : unprovedMaxBytes) - heldOf(all) - bytes;
  if (left < 0) throw busy(`${all} bodies of ${heldOf(all)} bytes are in memory`);
  if (token !== null && heldOf(token) > 0 && heldOf(token) + bytes > tokenMaxBytes) throw ownShare(`${token} has its share`);
  if (heldOf(owner) > 0 && heldOf(owner) + bytes > left) throw ownShare(`${owner} has its share`);
}

/**
 * For `onRequest` of a door whose pictures come inside of a body that is read whole. What a request may send counts until it is answered or
 * its connection is gone, so that many at once cannot use up the memory of the process, and one caller's not that of all others.
 * @param mostBytes what is read of a body whose size is not told
 * @param holder who sends it; see {@link ownBody} for one that is proved later
 * @throws AppError busy: the caller tries again
 */
export function holdBody(request: FastifyRequest, reply: FastifyReply, mostBytes: number, holder: Holder): void {
  // Its caller left while the token was looked up: nothing would ever tell that these bytes are free again.
  if (reply.raw.closed) throw busy('the connection is gone');
  const { 'content-length': told, 'transfer-encoding': coding } = request.headers;
  const bytes = coding === undefined ? Math.min(Number(told ?? 0), mostBytes) : mostBytes;
  const held = { pots: potsOf(holder), bytes };
  requireRoom(held);
  count(held, 1);
  bodies.set(request, held);
  reply.raw.once('close', () => {
    count(held, -1);
    held.bytes = 0;
  });
}

/**
 * A body whose sender is proved by now: it counts as theirs from here on, and makes room for the next one that is not.
 * @throws AppError busy: they have too many others
 */
export function ownBody(request: FastifyRequest, caller: DoorCaller): void {
  const held = bodies.get(request);
  if (!held) return;
  const pots = potsOf(caller);
  requireRoom({ pots, bytes: held.bytes });
  count(held, -1);
  held.pots = pots;
  count(held, 1);
}
