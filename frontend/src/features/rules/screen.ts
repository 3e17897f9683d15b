/** What the room of rules lends apart from its index, so that the shell does not load it at start. */
export { RuleScreen } from './RuleScreen';
