/** What the ERP room lends. */
export { ErpConfigurationScreen } from './configuration/ErpConfigurationScreen';
export { ErpValidationScreen } from './validation/ErpValidationScreen';
