/** What the room of rules lends. */
export { RuleScreen } from './RuleScreen';
