import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { PageSpinner } from '../../shared/ui/spinner.tsx';

/** Where a payment provider sends people back to: the subscription page takes its place in the history (PUB-09). */
export function BackToSubscription({ status }: { status: 'success' | 'cancelled' }) {
  const navigate = useNavigate();
  useEffect(() => {
    navigate(`/dashboard/subscription?status=${status}`, { replace: true });
  }, [navigate, status]);
  return <PageSpinner label="Opening your subscription" />;
}
