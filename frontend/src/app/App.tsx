/** The console as a whole: data, routes and the frame around them. */
import { ApolloProvider } from '@apollo/client/react';
import { StrictMode } from 'react';
import { BrowserRouter } from 'react-router';
import { dataClient } from '@/kernel/clients';
import { ScreenRoutes } from './ScreenRoutes';
import { Shell } from './Shell';

export function App() {
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
