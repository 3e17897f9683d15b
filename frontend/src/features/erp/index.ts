/** What the ERP room lends. */
export { UnmappedBadge } from './UnmappedBadge';
