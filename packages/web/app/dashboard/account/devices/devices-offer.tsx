import { Banner } from '../../../shared/ui/banner.tsx';
import { LinkButton } from '../../../shared/ui/button.tsx';

/** After a way to sign in came or went: the other sessions go on, so whoever fears for one is led to where it ends (ASVS 7.4.3). */
export function DevicesOffer() {
  return (
    <Banner
      kind="info"
      title="Other devices stay signed in"
      action={
        <LinkButton size="small" to="/dashboard/account/activity">
          See signed-in devices
        </LinkButton>
      }
    >
      Sign out any that is not yours.
    </Banner>
  );
}
