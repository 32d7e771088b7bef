import { limits } from '@clearframe/contract';
import { TryChoices } from './choices.tsx';
import './try-it.css';

/**
 * PUB-01: one picture checked without an account. The server leaves the section out with TRY_IT=off, by its attribute, so no other
 * section may stand in it. Until the script has looked for it, nothing of it can be pressed.
 */
export function TrySection() {
  return (
    <section className="sec wrapx try" id="try" data-optional="try-it">
      <div className="sec-h">
        <h2>Try it on one picture</h2>
        <p>
          The engine of this server checks it, without an account. Nobody else is shown the picture or its verdict, and both are
          deleted within {limits.tryItGoneMs / 60_000} minutes.
        </p>
      </div>
      <noscript>
        <p className="card card-b">
          Trying it needs JavaScript, which is off in this browser.{' '}
          <a className="link" href="/register">
            Create an account
          </a>{' '}
          to upload pictures or to send them from a program.
        </p>
      </noscript>
      <div data-try-it hidden>
        <TryChoices />
      </div>
    </section>
  );
}
