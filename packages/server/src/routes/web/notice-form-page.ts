import { AppError } from '@clearframe/contract';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../context.ts';
import { openForm } from '../../notices/notice-settings.ts';
import { clientOf } from '../http/client-of.ts';
import type { WebRoutes } from './web.ts';

/** The public form of an account. Closed and unknown ones are the page of every unknown address. */
export function noticeFormPage(app: FastifyInstance, context: Context, web: WebRoutes): void {
  app.get<{ Params: { form_id: string } }>('/notice/:form_id', async (request, reply) => {
    await context.rateLimits.take('notice-read-address', clientOf(request), reply);
    try {
      await openForm(context.db, request.params.form_id);
    } catch (error) {
      if (error instanceof AppError && error.code === 'not_found') return web.notFound(request, reply);
      throw error;
    }
    return web.guarded('notice', request, reply);
  });
}
