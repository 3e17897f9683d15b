/** The screen of the demo room, loaded when it is opened. */
export { DemoScreen } from './DemoScreen';
