import { AppError, endpoints } from '@clearframe/contract';
import { listFailures, retryFailures } from '../../console/failures.ts';
import { grantAsOperator } from '../../console/grant.ts';
import { changeHold, listHolds } from '../../console/holds.ts';
import { listAccounts } from '../../console/list-accounts.ts';
import { listErrors } from '../../console/list-errors.ts';
import { pageOfActs } from '../../console/operator-log.ts';
import { listQuarantined, restoreQuarantined } from '../../console/quarantine.ts';
import { readHealth } from '../../console/read-health.ts';
import { changeSuspension } from '../../console/suspend.ts';
import type { Context } from '../../context.ts';
import { type Caller, type Route, signedIn } from '../http/route.ts';

/** Who acts, as the log of operators names them. */
const actorOf = (caller: Caller) => `person ${signedIn(caller).userId}`;

/** The console of whoever runs the installation. No answer shows what customers uploaded. */
export function consoleRoutes(route: Route, context: Context): void {
  const { db } = context;

  route(endpoints.operatorHealth, async () => ({ data: { health: await readHealth(context) } }));

  route(endpoints.operatorAccounts, async ({ query }) => ({ data: await listAccounts(context, query) }));

  route(endpoints.operatorGrant, async ({ caller, params, body }) => {
    const granted = await grantAsOperator(context, { accountId: params.id, ...body, actor: actorOf(caller) });
    if (!granted) throw new AppError('not_found');
    return { data: { frames_left: granted.framesLeft }, message: 'Frames granted.' };
  });

  route(endpoints.operatorSuspend, async ({ caller, params, body }) => {
    await changeSuspension(context, { accountId: params.id, suspend: true, reason: body.reason, actor: actorOf(caller) });
    return { data: null, message: 'Account suspended.' };
  });

  route(endpoints.operatorResume, async ({ caller, params, body }) => {
    await changeSuspension(context, { accountId: params.id, suspend: false, reason: body.reason, actor: actorOf(caller) });
    return { data: null, message: 'Suspension ended.' };
  });

  route(endpoints.operatorFailures, async () => ({ data: { failures: await listFailures(context) } }));

  route(endpoints.operatorRetry, async ({ caller, params }) => ({
    data: await retryFailures(context, { id: params.id, actor: actorOf(caller) }),
  }));

  route(endpoints.operatorErrors, async () => ({ data: await listErrors(context) }));

  route(endpoints.operatorHolds, async () => ({ data: { holds: await listHolds(context) } }));

  route(endpoints.operatorHold, async ({ caller, body }) => {
    await changeHold(context, { hold: true, mediaId: body.media_id, reason: body.reason, actor: actorOf(caller) });
    return { data: null, message: 'Item under legal hold.' };
  });

  route(endpoints.operatorRelease, async ({ caller, params, body }) => {
    await changeHold(context, { hold: false, mediaId: params.id, reason: body.reason, actor: actorOf(caller) });
    return { data: null, message: 'Legal hold lifted.' };
  });

  route(endpoints.operatorQuarantine, async () => ({ data: await listQuarantined(context) }));

  route(endpoints.operatorRestore, async ({ caller, params, body }) => {
    await restoreQuarantined(context, { id: params.id, reason: body.reason, actor: actorOf(caller) });
    return { data: null, message: 'File restored.' };
  });

  route(endpoints.operatorLog, async ({ query }) => ({ data: await pageOfActs(db, query.page) }));
}
