import type { UseQueryResult } from '@tanstack/react-query';
import { Banner } from '../../../shared/ui/banner.tsx';
import { isMissing } from '../../shell/api/is-missing.ts';
import { LoadFault } from '../../ui/load-fault.tsx';

/** A list that could not be read. A server that does not open this door has no such list. @param many "chats" */
export function ListFault({ many, query }: { many: string; query: UseQueryResult<unknown> }) {
  if (!isMissing(query.error)) return <LoadFault title={`Failed to load ${many}`} query={query} />;
  return (
    <Banner kind="info" title={`This server has ${many} switched off`}>
      Its operator can open them with DOORS.
    </Banner>
  );
}
