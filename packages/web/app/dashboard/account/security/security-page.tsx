import styles from '../frame/account-page.module.css';
import { PasskeysSection } from '../passkeys/passkeys-section.tsx';
import { TwoStepSection } from '../two-step/two-step-section.tsx';
import { PasswordForm } from './password-form.tsx';

/** How the person proves who they are. */
export function SecurityPage() {
  return (
    <>
      <section className="card" aria-labelledby="password-h">
        <div className="card-header">
          <h2 id="password-h">Password</h2>
        </div>
        <div className={`card-body ${styles.narrow}`}>
          <p className="muted">A change signs out every other device. API tokens keep working unless you switch them off.</p>
          <PasswordForm />
        </div>
      </section>
      <TwoStepSection />
      <PasskeysSection />
    </>
  );
}
