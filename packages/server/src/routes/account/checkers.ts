import { checkersEndpoints } from '@clearframe/contract';
import { isConfirmed, requireConfirmed } from '../../accounts/confirm.ts';
import type { Context } from '../../context.ts';
import {
  createChecker,
  deleteChecker,
  findChecker,
  listCheckers,
  rotateChecker,
  updateChecker,
} from '../../moderation/check/checkers.ts';
import { authorize } from '../../security/authorized.ts';
import { clientOf } from '../http/client-of.ts';
import { type Route, signedIn } from '../http/route.ts';

/** Addresses of the account that answer yes or no. */
export function checkerRoutes(route: Route, context: Context): void {
  const now = () => context.clock.now();

  route(checkersEndpoints.listCheckers, async ({ caller }) => ({
    data: { checkers: await listCheckers(context, caller.accountId, isConfirmed(caller, now())) },
  }));

  route(checkersEndpoints.createChecker, async ({ caller, body, request }) => {
    requireConfirmed(caller, now());
    const owner = { ...signedIn(caller), client: clientOf(request) };
    return { data: { checker: await createChecker(context, owner, body) } };
  });

  route(checkersEndpoints.updateChecker, async ({ caller, params, body, request }) => {
    const owner = { ...signedIn(caller), client: clientOf(request) };
    const row = authorize(await findChecker(context, params.id), owner, 'checker_not_found');
    const isWhole = isConfirmed(caller, now());
    return { data: { checker: await updateChecker(context, row, { change: body, owner, isWhole }) } };
  });

  route(checkersEndpoints.rotateChecker, async ({ caller, params, request }) => {
    const owner = { ...signedIn(caller), client: clientOf(request) };
    const row = authorize(await findChecker(context, params.id), owner, 'checker_not_found');
    requireConfirmed(caller, now());
    return { data: { checker: await rotateChecker(context, row, owner) } };
  });

  route(checkersEndpoints.deleteChecker, async ({ caller, params, request }) => {
    const owner = { ...signedIn(caller), client: clientOf(request) };
    const row = authorize(await findChecker(context, params.id), owner, 'checker_not_found');
    await deleteChecker(context, row, owner);
    return { data: null };
  });
}
