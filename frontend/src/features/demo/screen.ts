/** The screen of the demo room and its guided walk, loaded when they are needed. */
export { WalkBar } from './components/WalkBar';
export { DemoScreen } from './DemoScreen';
