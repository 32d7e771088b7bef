import { UploadPage } from '../../features/upload/upload-page.tsx';
import { pageMeta } from '../../page-meta.ts';
import { RoleGate } from '../../role/role-gate.tsx';
import type { PageHandle } from '../../shell/page-handle.ts';

export const meta = () => pageMeta({ title: 'Upload Media · Clearframe', description: 'Check one image.' });
export const handle: PageHandle = { title: 'Upload Media', upload: 'none' };

export default function Upload() {
  return (
    <RoleGate action="media.upload" thing="Uploading is">
      <UploadPage />
    </RoleGate>
  );
}
