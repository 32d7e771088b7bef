import { limits } from '@clearframe/contract';
import { Link } from 'react-router';
import { publicOrigin } from '../../shared/page/public-origin.ts';
import styles from './docs.module.css';
import { DocsSection, Parameters } from './docs-parts.tsx';
import { Example } from './example.tsx';
import { docsAnswers, docsExamples } from './examples.ts';
import { Languages } from './languages.tsx';
import type { Programs } from './programs.server.ts';

const MB = 1_048_576;
const apiMegabytes = limits.apiUploadMaxBytes / MB;

const fields = [
  {
    name: 'media',
    kind: 'required',
    text: `A file, or the public http(s) address of one, up to ${apiMegabytes}MB: JPEG, PNG, WebP, GIF, HEIC, HEIF, AVIF, or a video`,
  },
  { name: 'title', kind: 'optional', text: 'Shown in Content Review' },
  { name: 'description', kind: 'optional', text: 'Checked against your keywords, like title, caption and tags' },
  { name: 'caption', kind: 'optional', text: 'Checked against your keywords' },
  { name: 'tags', kind: 'optional', text: 'Separated by commas' },
  { name: 'metadata', kind: 'optional', text: 'A JSON text of your own, given back with the item' },
];

export function MediaUpload({ programs }: { programs: Programs['upload'] }) {
  const { uploadEndpoint, uploadFile, uploadUrl, uploadLater, item } = docsExamples(publicOrigin());
  return (
    <DocsSection
      id="media-upload"
      title="Media upload"
      beside={
        <>
          <Example label="Endpoint of uploads" text={uploadEndpoint} />
          <Example label="upload.sh" text={uploadFile} />
          <Example label="upload-address.sh" text={uploadUrl} />
          <Example label="upload-later.sh" text={uploadLater} />
          <Example label="item.sh" text={item} />
          <Example label="Answer (extract)" text={docsAnswers.upload} />
          <Languages name="upload" list={programs} />
        </>
      }
    >
      <p>
        One multipart form a file. The answer holds the verdict of a picture; that of a{' '}
        <a className="link" href="#videos">
          video
        </a>{' '}
        follows.
      </p>
      <Parameters list={fields} />
      <p className={styles.after}>
        The server waits up to {limits.apiWaitMs / 1_000} seconds for the analysis and answers 200. If it takes longer, or with{' '}
        <code>?wait=0</code>, it answers 202 with <code>moderation: null</code>; the verdict then comes by webhook, or from{' '}
        <code>GET /api/v1/media/ID</code>.
      </p>
      <p>
        A picture costs one frame, charged once and only when the analysis succeeds. A file that cannot be decoded is refused with
        400 and costs nothing.
      </p>
      <p>
        Every call and field is in the{' '}
        <Link className="link" to="/docs/api">
          API reference
        </Link>
        ; for programs, in{' '}
        <a className="link" href="/api/openapi.json">
          openapi.json
        </a>
        .
      </p>
    </DocsSection>
  );
}
