/** API clients: programs of the company’s own that call the product. Lends a tab of user management. */
export { ClientsTab } from './ClientsTab';
