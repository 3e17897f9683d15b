/** What the uploads room lends. */
export { UploadScreen } from './UploadScreen';
export type { ShowCheck } from './components/UploadDetails';
export { labels as uploadLabels } from './labels';
