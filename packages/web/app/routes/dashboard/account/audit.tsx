import { AuditPage } from '../../../dashboard/account/audit/audit-page.tsx';
import { RoleGate } from '../../../dashboard/shell/role/role-gate.tsx';
import { monoFontLinks } from '../../../shared/page/mono-font.ts';
import { pageMeta } from '../../../shared/page/page-meta.ts';

export const meta = () => pageMeta({ title: 'Audit log · Clearframe', description: 'Who decided and changed what.' });
export const links = monoFontLinks;

export default function Audit() {
  return (
    <RoleGate action="audit.read" thing="The audit log is">
      <AuditPage />
    </RoleGate>
  );
}
