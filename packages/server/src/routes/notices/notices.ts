import { endpoints } from '@clearframe/contract';
import type { Context } from '../../context.ts';
import { requirePerson } from '../../exports/export-row.ts';
import { decideNotice } from '../../notices/decide-notice.ts';
import { linkNotice } from '../../notices/link-notice.ts';
import { openForm, readNoticeSettings, saveNoticeSettings } from '../../notices/notice-settings.ts';
import { countNotices, getNotice, listNotices, noticeStatus } from '../../notices/read-notices.ts';
import { fileNotice, takeNotice } from '../../notices/receive-notice.ts';
import { clientOf } from '../http/client-of.ts';
import { requireActor } from '../http/require-actor.ts';
import type { Caller, Route } from '../http/route.ts';

/** Notices from outside, for the team, for programs, and for whoever sends one. */
export function noticeRoutes(route: Route, context: Context): void {
  const { db, rateLimits } = context;
  const one = async (caller: Caller, id: string) => ({ data: { notice: await getNotice(context, caller, id) } });
  const settings = async (accountId: string) => ({ data: { notice_settings: await readNoticeSettings(context, accountId) } });

  route(endpoints.noticeSettings, ({ caller }) => settings(caller.accountId));
  route(endpoints.saveNoticeSettings, async ({ caller, body }) => {
    await saveNoticeSettings(context, requirePerson(caller), body);
    return await settings(caller.accountId);
  });

  route(endpoints.noticeForm, async ({ params, request, reply }) => {
    await rateLimits.take('notice-read-address', clientOf(request), reply);
    const { name, intro } = await openForm(db, params.form_id);
    return { data: { account_name: name, intro } };
  });
  route(endpoints.sendNotice, async ({ params, body, request, reply }) => ({
    data: { notice: await takeNotice(context, params.form_id, body, { client: clientOf(request), reply }) },
  }));
  route(endpoints.noticeStatus, async ({ params, request, reply }) => {
    await rateLimits.take('notice-read-address', clientOf(request), reply);
    return { data: { notice: await noticeStatus(context, params.token) } };
  });

  route(endpoints.apiCreateNotice, async ({ caller, body }) =>
    one(caller, await fileNotice(context, requireActor(caller), body)),
  );
  route(endpoints.countNotices, async ({ caller }) => ({ data: { notice_counts: await countNotices(context, caller) } }));
  for (const endpoint of [endpoints.listNotices, endpoints.apiListNotices] as const)
    route(endpoint, async ({ caller, query }) => ({ data: await listNotices(context, caller, query) }));
  for (const endpoint of [endpoints.getNotice, endpoints.apiGetNotice] as const)
    route(endpoint, ({ caller, params }) => one(caller, params.id));
  for (const endpoint of [endpoints.linkNotice, endpoints.apiLinkNotice] as const)
    route(endpoint, async ({ caller, params, body }) => {
      await linkNotice(context, requireActor(caller), params.id, body.media_id);
      return await one(caller, params.id);
    });
  for (const endpoint of [endpoints.decideNotice, endpoints.apiDecideNotice] as const)
    route(endpoint, async ({ caller, params, body }) => {
      await decideNotice(context, requireActor(caller), params.id, body);
      return await one(caller, params.id);
    });
}
