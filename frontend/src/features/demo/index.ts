/** What the demo room lends. */
export { DemoRibbon } from './DemoRibbon';
