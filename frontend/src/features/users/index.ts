/** What the users room lends. */
export { UserScreen } from './UserScreen';
