import { messages, type NoticeForm, noticeFormEndpoints } from '@clearframe/contract';
import { ClearframeError } from '@clearframe/sdk';
import { useCallback, useEffect, useState } from 'react';
import { useParams } from 'react-router';
import { call } from '../../shared/api/api.ts';
import { errorMessage } from '../../shared/api/error-message.ts';

export type NoticeFormState =
  /** Also in the prerendered page, which belongs to no account. */
  | { status: 'loading' }
  | { status: 'closed' }
  | { status: 'failed'; message: string }
  | { status: 'open'; formId: string; form: NoticeForm };

/** Whose form the address opens. The server sends the page for open forms alone, so `closed` means: since then. */
export function useNoticeForm(): { state: NoticeFormState; reload: () => void; close: () => void } {
  const { form_id: formId = '' } = useParams();
  const [state, setState] = useState<NoticeFormState>({ status: 'loading' });
  const load = useCallback(async () => {
    setState({ status: 'loading' });
    try {
      const form = await call(noticeFormEndpoints.noticeForm, { params: { form_id: formId } });
      setState({ status: 'open', formId, form });
    } catch (error) {
      const isClosed = error instanceof ClearframeError && error.status === 404;
      setState(isClosed ? { status: 'closed' } : { status: 'failed', message: errorMessage(error, messages.requestFailed) });
    }
  }, [formId]);
  useEffect(() => void load(), [load]);
  return { state, reload: () => void load(), close: () => setState({ status: 'closed' }) };
}
