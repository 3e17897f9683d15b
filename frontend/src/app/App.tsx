/** The console as a whole: data, routes and the frame around them. */
import { ApolloProvider } from '@apollo/client/react';
import { StrictMode } from 'react';
import { BrowserRouter } from 'react-router';
import { dataClient } from '@/kernel/clients';
import { signedOutElsewhere } from '@/kernel/session';
import { useStore } from '@/kernel/store';
import { ScreenRoutes } from './ScreenRoutes';
import { Shell } from './Shell';
import { SignedOut } from './SignedOut';

export function App() {
  if (useStore(signedOutElsewhere)) return <SignedOut />;
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
