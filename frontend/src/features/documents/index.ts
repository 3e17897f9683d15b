/** What the documents room lends. */
export { DocumentBrowser } from './components/DocumentBrowser';
export { DocumentViewer } from './components/DocumentViewer';
export { documentKinds } from './kinds';
export { DocumentChip } from './components/DocumentChip';
export { FindingTag } from './components/FindingTag';
export { isOfCheck } from './checkFindings';
export { FindingText } from './components/FindingText';
export { meaningOf } from './meaning';
