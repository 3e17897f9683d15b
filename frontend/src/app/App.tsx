/** The console as a whole: data, routes and the frame around them. */
import { ApolloProvider } from '@apollo/client/react';
import { StrictMode, Suspense, lazy, type ReactNode } from 'react';
import { BrowserRouter, useLocation } from 'react-router';
import { dataClient } from '@/kernel/clients';
import { isFramed } from '@/kernel/framed';
import { paths } from '@/kernel/paths';
import { loadPermissions, permissions } from '@/kernel/permissions';
import { sessionEnded, signedOutElsewhere, signOutWaits } from '@/kernel/session';
import { useStore } from '@/kernel/store';
import { Problem, Skeleton } from '@/ui';
import { BlankShell } from './BlankShell';
import { ScreenRoutes } from './ScreenRoutes';
import { Shell } from './Shell';
import { SignedOut } from './SignedOut';

const OutsideFrame = lazy(async () => ({ default: (await import('./OutsideFrame')).OutsideFrame }));
const SessionEnded = lazy(async () => ({ default: (await import('./SessionEnded')).SessionEnded }));

/**
 * Without the menu where another program opened the window. In a frame there is nothing else: an
 * approval whose button lies under something of the other program would be nobody's decision.
 */
function Frame({ children }: { children: ReactNode }) {
  const { pathname } = useLocation();
  if (pathname === paths.validation) return <BlankShell>{children}</BlankShell>;
  return isFramed() ? (
    <BlankShell>
      <Suspense fallback={<Skeleton lines={3} />}>
        <OutsideFrame />
      </Suspense>
    </BlankShell>
  ) : (
    <Shell>{children}</Shell>
  );
}

export function App() {
  const { verbs, error } = useStore(permissions);
  const ended = useStore(sessionEnded);
  const signedOut = [useStore(signedOutElsewhere), useStore(signOutWaits)];
  if (signedOut.includes(true)) return <SignedOut />;
  if (ended)
    return (
      <Suspense>
        <SessionEnded />
      </Suspense>
    );
  if (verbs === null)
    return (
      <main id="content">
        <Problem error={error} onRetry={loadPermissions} />
      </main>
    );
  return (
    <StrictMode>
      <ApolloProvider client={dataClient}>
        <BrowserRouter>
          <Frame>
            <ScreenRoutes />
          </Frame>
        </BrowserRouter>
      </ApolloProvider>
    </StrictMode>
  );
}
