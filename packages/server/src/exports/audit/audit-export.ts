import { auditPages, readAuditHead } from '../../audit/read-audit.ts';
import type { ExportMaker } from '../export-maker.ts';
import { jsonLines } from '../zip.ts';

/** The audit log of an account, an entry a line: `clearframe audit verify` reads it. */
export const auditExport: ExportMaker = {
  contentType: 'application/jsonl',
  extension: 'jsonl',
  name: 'clearframe-audit',
  count: async (context, { accountId }) => (await readAuditHead(context, accountId)).seq,
  async *write(context, { accountId }, onItem) {
    for await (const page of auditPages(context, accountId)) {
      yield* jsonLines(onePage(page));
      for (const _ of page) onItem();
    }
  },
};

async function* onePage(page: readonly unknown[]): AsyncGenerator<readonly unknown[]> {
  yield page;
}
