import type { PageHandle } from '../../dashboard/shell/page/page-handle.ts';
import { RoleGate } from '../../dashboard/shell/role/role-gate.tsx';
import { UploadPage } from '../../dashboard/upload/upload-page.tsx';
import { pageMeta } from '../../shared/page/page-meta.ts';

export const meta = () => pageMeta({ title: 'Upload Media · Clearframe', description: 'Check one image.' });
export const handle: PageHandle = { title: 'Upload Media', upload: 'none' };

export default function Upload() {
  return (
    <RoleGate action="media.upload" thing="Uploading is">
      <UploadPage />
    </RoleGate>
  );
}
