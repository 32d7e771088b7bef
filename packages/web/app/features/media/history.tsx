import type { MediaUpload } from '@clearframe/contract';
import { CircleCheck, Flag, Upload } from 'lucide-react';
import { formatDateTime } from '../../format.ts';
import { Icon } from '../../ui/icon.tsx';
import { historySteps } from './history-steps.ts';

const looks = {
  plain: { className: 'pt', icon: Upload },
  passed: { className: 'pt p', icon: CircleCheck },
  failed: { className: 'pt f', icon: Flag },
} as const;

/** The card "History". */
export function History({ media }: { media: MediaUpload }) {
  return (
    <section className="card">
      <div className="card-h">
        <h2>History</h2>
      </div>
      <div className="card-b">
        <ol className="tl">
          {historySteps(media).map((step) => (
            <li key={step.key}>
              <span className={looks[step.look].className}>
                <Icon of={looks[step.look].icon} />
              </span>
              <div>
                <b>{step.title}</b>
                {step.note ? <p>{step.note}</p> : null}
              </div>
              <time dateTime={step.at}>{formatDateTime(step.at)}</time>
            </li>
          ))}
        </ol>
      </div>
    </section>
  );
}
