import { Time } from '../../../shared/ui/time.tsx';
import { useUser } from '../../shell/session/require-session.tsx';
import styles from '../frame/account-page.module.css';
import { EmailSection } from './email-section.tsx';
import { NameForm } from './name-form.tsx';

/** Who the person is: name, address, since when. */
export function ProfilePage() {
  const user = useUser();
  return (
    <section className="card" aria-labelledby="profile-h">
      <div className="card-header">
        <h2 id="profile-h">Profile</h2>
        <span className="dim">
          Member since <Time at={user.createdAt} as="date" />
        </span>
      </div>
      <div className={`card-body ${styles.narrow}`}>
        <NameForm />
        <hr />
        <EmailSection />
      </div>
    </section>
  );
}
