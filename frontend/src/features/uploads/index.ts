/** What the uploads room lends. */
export { UploadScreen } from './UploadScreen';
export type { ShowCheck } from './components/UploadDetails';
export type { PreviewedStatement, ShowPreview } from './preview';
export { labels as uploadLabels } from './labels';
