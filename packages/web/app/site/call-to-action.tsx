import { LinkButton } from '../shared/ui/button.tsx';
import styles from './call-to-action.module.css';
import sectionStyles from './section.module.css';
import { ShutterDrawing } from './shutter-drawing.tsx';

/** The last section of a page: the way in. */
export function CallToAction({ title, text }: { title: string; text: string }) {
  return (
    <section className={styles.print}>
      <div className="page-width">
        <div>
          <h2>{title}</h2>
          <p>{text}</p>
          <div className={sectionStyles.actions} data-slot="section-actions">
            <LinkButton kind="primary" size="large" to="/register">
              Create an account
            </LinkButton>
            <LinkButton kind="ghost" size="large" to="/pricing">
              See the plans
            </LinkButton>
          </div>
        </div>
        <ShutterDrawing />
      </div>
    </section>
  );
}
