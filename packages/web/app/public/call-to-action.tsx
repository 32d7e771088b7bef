import { LinkButton } from '../ui/button.tsx';
import { ShutterDrawing } from './shutter-drawing.tsx';

/** The last section of a page: the way in. */
export function CallToAction({ title, text }: { title: string; text: string }) {
  return (
    <section className="cyan">
      <div className="wrapx">
        <div>
          <h2>{title}</h2>
          <p>{text}</p>
          <div className="ctas">
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
