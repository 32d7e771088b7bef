import { Link } from 'react-router';
import { dollarsAMillion, measured } from '../measured.ts';
import styles from './landing.module.css';

const facts = [
  {
    figure: `${Math.round(measured.uploadToVerdictMs.value)} ms`,
    text: 'from upload to verdict: the median on two idle cores',
    to: '/pricing#measured',
    source: measured.uploadToVerdictMs.source,
  },
  {
    figure: `$${dollarsAMillion.toFixed(2)}`,
    text: 'of processor time to analyse a million pictures, at 4.5 cents a core-hour',
    to: '/pricing#measured',
    source: measured.pictureCpuMs.source,
  },
  {
    figure: '7 formats',
    text: 'JPEG, PNG, GIF, WebP, HEIC, HEIF and AVIF, recognised by content',
    to: '/docs#media-upload',
    source: 'Media upload',
  },
  {
    figure: '0 pictures',
    text: 'leave your server, unless you connect an analyser',
    to: '/docs/guides/security',
    source: 'Security',
  },
];

/** What it costs and how fast it is. Each figure leads to where it comes from. */
export function Facts() {
  return (
    <section className="page-width" aria-label="Measured">
      <ul className={styles.facts}>
        {facts.map(({ figure, text, to, source }) => (
          <li key={figure}>
            <b>{figure}</b>
            <span>{text}</span>
            <Link className="link" to={to} reloadDocument>
              {source}
            </Link>
          </li>
        ))}
      </ul>
      <p className={styles.analysers}>
        <span>Add a second opinion:</span> <b>OpenAI</b> <b>Amazon Rekognition</b> <b>Google Vision</b> <b>Azure</b>{' '}
        <b>Sightengine</b> <b>any vision LLM</b> <b>your own ONNX model</b>{' '}
        <Link className="link" to="/docs/guides/other-analysers" reloadDocument>
          Connect an analyser
        </Link>
      </p>
      <p className={styles.analysers}>
        <span>Plug in what you run:</span> <b>OpenAI SDKs</b> <b>AWS SDKs</b> <b>Misskey</b> <b>Lemmy’s pict-rs</b> <b>tus</b>{' '}
        <b>S3 events</b> <b>KServe clients</b> <b>MCP agents</b>{' '}
        <Link className="link" to="/docs/guides/integrations" reloadDocument>
          See integrations
        </Link>
      </p>
    </section>
  );
}
