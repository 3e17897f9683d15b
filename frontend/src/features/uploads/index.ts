/** What the uploads room lends. */
export { UploadScreen } from './UploadScreen';
