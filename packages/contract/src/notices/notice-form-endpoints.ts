import { z } from 'zod';
import type { EndpointTable } from '../endpoint.ts';
import { NoticeForm, NoticeFormInput, NoticeReceipt } from './notice-form.ts';

const params = z.object({ form_id: z.string().min(1).max(100) });

/** The public form of an account; programs file notices by `POST /v1/notices`. Alone, so that its page loads no schema of an item. */
export const noticeFormEndpoints = {
  noticeForm: { method: 'GET', path: '/notices/form/:form_id', access: 'public', ownPage: true, params, data: NoticeForm },
  sendNotice: {
    method: 'POST',
    path: '/notices/form/:form_id',
    access: 'public',
    ownPage: true,
    params,
    body: NoticeFormInput,
    data: z.object({ notice: NoticeReceipt }),
  },
} as const satisfies EndpointTable;
