/** Shows a screen at an address, with the same clients as in the product. */
import { ApolloProvider } from '@apollo/client/react';
import { render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { MemoryRouter, useLocation } from 'react-router';
import { dataClient } from '@/kernel/clients';

function Address() {
  const { pathname, search } = useLocation();
  return <output data-testid="address">{pathname + search}</output>;
}

/** Render at an address; returns the person at the keyboard. */
export function show(screen: ReactNode, address = '/') {
  const person = userEvent.setup();
  const view = render(
    <ApolloProvider client={dataClient}>
      <MemoryRouter initialEntries={[address]}>
        {screen}
        <Address />
      </MemoryRouter>
    </ApolloProvider>,
  );
  const addressNow = () => view.getByTestId('address').textContent;
  return { person, addressNow };
}
