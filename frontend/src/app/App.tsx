/** The console as a whole: data, routes and the frame around them. */
import { ApolloProvider } from '@apollo/client/react';
import { StrictMode } from 'react';
import { BrowserRouter } from 'react-router';
import { dataClient } from '@/kernel/clients';
import { loadPermissions, permissions } from '@/kernel/permissions';
import { signedOutElsewhere, signOutWaits } from '@/kernel/session';
import { useStore } from '@/kernel/store';
import { Problem } from '@/ui';
import { ScreenRoutes } from './ScreenRoutes';
import { Shell } from './Shell';
import { SignedOut } from './SignedOut';

export function App() {
  const { verbs, error } = useStore(permissions);
  const signedOut = [useStore(signedOutElsewhere), useStore(signOutWaits)];
  if (signedOut.includes(true)) return <SignedOut />;
  if (verbs === null) return <main id="content"><Problem error={error} onRetry={loadPermissions} /></main>;
  return (
    <StrictMode>
      <ApolloProvider client={dataClient}>
        <BrowserRouter>
          <Shell>
            <ScreenRoutes />
          </Shell>
        </BrowserRouter>
      </ApolloProvider>
    </StrictMode>
  );
}
