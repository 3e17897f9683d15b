/** The screens of the ERP room, loaded when one of them is opened. */
export { ErpConfigurationScreen } from './configuration/ErpConfigurationScreen';
export { ErpExchangeScreen } from './exchange/ErpExchangeScreen';
export { JournalOrigin } from './exchange/components/JournalOrigin';
export { ErpMappingScreen } from './mapping/ErpMappingScreen';
export { ErpValidationScreen } from './validation/ErpValidationScreen';
