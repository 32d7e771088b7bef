import { analyserCoverage, type Category } from '@clearframe/contract';
import { ArrowUpRight, House } from 'lucide-react';
import { Link } from 'react-router';
import { Badge } from '../../../shared/ui/badge.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { addsWords } from './adds-words.ts';
import styles from './limits.module.css';

type Connectable = {
  name: Exclude<keyof typeof analyserCoverage, 'built-in'>;
  title: string;
  /** null = they stay on the operator's own machines. */
  provider: string | null;
  guide: string;
};

const others = '/docs/guides/other-analysers#connect-one';

const connectable: readonly Connectable[] = [
  { name: 'transformers', title: 'Your own ONNX model', provider: null, guide: others },
  { name: 'vision-llm', title: 'Any vision LLM, on your network', provider: null, guide: '/docs/guides/connect-ollama' },
  { name: 'oip', title: 'A model server, on your network', provider: null, guide: others },
  { name: 'openai-moderation', title: 'OpenAI moderation', provider: 'OpenAI', guide: others },
  { name: 'rekognition', title: 'Amazon Rekognition', provider: 'Amazon', guide: others },
  { name: 'google-vision', title: 'Google Cloud Vision', provider: 'Google', guide: others },
  { name: 'azure-content-safety', title: 'Azure AI Content Safety', provider: 'Microsoft', guide: others },
  { name: 'sightengine', title: 'Sightengine', provider: 'Sightengine', guide: others },
];

/** What an operator can connect, what each adds to the missing categories, and who gets the pictures. */
export function AnalyserTable({ missing }: { missing: readonly Category[] }) {
  const columns: Column<Connectable>[] = [
    { header: 'Connect', cell: ({ title }) => title },
    { header: 'Adds', cell: ({ name }) => addsWords(analyserCoverage[name], missing) },
    {
      header: 'Where pictures go',
      label: 'Pictures',
      cell: ({ provider }) =>
        provider === null ? (
          <Badge look="info" icon={House}>
            stay here
          </Badge>
        ) : (
          <Badge look="warn" icon={ArrowUpRight}>
            {provider}
          </Badge>
        ),
    },
    {
      header: 'Guide',
      isHeaderHidden: true,
      className: styles.how,
      cell: ({ title, guide }) => (
        <Link className="link" to={guide} reloadDocument aria-label={`How to connect ${title}`}>
          How
        </Link>
      ),
    },
  ];
  return <DataTable caption="Analysers and what they add" columns={columns} rows={connectable} rowKey={({ name }) => name} />;
}
