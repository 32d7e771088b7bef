import { z } from 'zod';
import { type EndpointTable, Id } from '../endpoint.ts';
import { noticeCountEndpoints } from './notice-count-endpoints.ts';
import { noticeFormEndpoints } from './notice-form-endpoints.ts';
import {
  DecideNoticeInput,
  LinkNoticeInput,
  Notice,
  NoticeInput,
  NoticeList,
  NoticeSettingsChange,
  NoticesQuery,
  PublicNotice,
  ShownNoticeSettings,
} from './notices.ts';

const one = z.object({ notice: Notice });
const settings = z.object({ notice_settings: ShownNoticeSettings });
const read = { access: 'session', action: 'notices.read' } as const;
const decide = { access: 'session', action: 'notices.decide', params: Id, data: one } as const;
const token = { access: 'token', scope: 'decide', params: Id, data: one } as const;

/** Notices from outside about items of an account. */
export const noticesEndpoints = {
  noticeSettings: { method: 'GET', path: '/notice-settings', ...read, data: settings },
  saveNoticeSettings: {
    method: 'POST',
    path: '/notice-settings',
    access: 'session',
    action: 'trust.manage',
    body: NoticeSettingsChange,
    data: settings,
  },
  ...noticeFormEndpoints,
  noticeStatus: {
    method: 'GET',
    path: '/notices/status/:token',
    ownPage: true,
    access: 'public',
    params: z.object({ token: z.string().min(1).max(200) }),
    data: z.object({ notice: PublicNotice }),
  },
  ...noticeCountEndpoints,
  listNotices: { method: 'GET', path: '/notices', ...read, query: NoticesQuery, data: NoticeList },
  getNotice: { method: 'GET', path: '/notices/:id', ...read, params: Id, data: one },
  linkNotice: { method: 'POST', path: '/notices/:id/link', ...decide, body: LinkNoticeInput },
  decideNotice: { method: 'POST', path: '/notices/:id/decide', ...decide, body: DecideNoticeInput },
  apiCreateNotice: { method: 'POST', path: '/v1/notices', access: 'token', scope: 'report', body: NoticeInput, data: one },
  apiListNotices: { method: 'GET', path: '/v1/notices', access: 'token', scope: 'read', query: NoticesQuery, data: NoticeList },
  apiGetNotice: { method: 'GET', path: '/v1/notices/:id', access: 'token', scope: 'read', params: Id, data: one },
  apiLinkNotice: { method: 'POST', path: '/v1/notices/:id/link', ...token, body: LinkNoticeInput },
  apiDecideNotice: { method: 'POST', path: '/v1/notices/:id/decide', ...token, body: DecideNoticeInput },
} as const satisfies EndpointTable;
