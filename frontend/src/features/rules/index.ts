/** What the room of rules lends: labels to choose from, what rules did to a record, and a rule in words. */
export { RuleInWords } from './components/RuleInWords';
export { ByRule, RuleMarks } from './components/RuleMarks';
export { entryRulePath } from './paths';
export { useLabelOptions } from './labelOptions';
