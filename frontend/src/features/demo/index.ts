/** What the demo room lends. */
export { DemoRibbon } from './DemoRibbon';
export { walk } from './walking';
