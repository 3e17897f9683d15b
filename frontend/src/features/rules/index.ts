/** What the room of rules lends: labels to choose from, and a rule in words. */
export { RuleInWords } from './components/RuleInWords';
export { useLabelOptions } from './labelOptions';
