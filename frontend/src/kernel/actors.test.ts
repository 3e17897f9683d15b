/** Who did something is named in the reader's language where it was no person. */
import { expect, test } from 'vitest';
import { preferLanguage } from './preferences';
import { actorName } from './actors';

test('the command line is called in the reader’s language, a person by name', () => {
  expect(actorName('Command line')).toBe('Command line');
  preferLanguage('da');
  expect(actorName('Command line')).toBe('Kommandolinje');
  expect(actorName('Astrid Holm')).toBe('Astrid Holm');
});
