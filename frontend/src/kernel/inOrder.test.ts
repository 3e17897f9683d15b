import { ApolloLink, execute } from '@apollo/client';
import type { FormattedExecutionResult } from 'graphql';
import { Subject } from 'rxjs';
import { expect, test } from 'vitest';
import { UploadHistoryDocument } from '@/generated/graphql';
import { dataClient } from './clients';
import { inOrder } from './inOrder';

/** Asks over a line whose answers the test gives by hand; tells what each asker was told. */
function line() {
  const answers: Subject<FormattedExecutionResult>[] = [];
  const link = ApolloLink.from([
    inOrder(),
    new ApolloLink(() => {
      const answer = new Subject<FormattedExecutionResult>();
      answers.push(answer);
      return answer;
    }),
  ]);
  const told: unknown[][] = [];
  const ask = (kind = 'STATEMENT') => {
    const own: unknown[] = [];
    told.push(own);
    execute(
      link,
      { query: UploadHistoryDocument, variables: { filter: { kind } } },
      { client: dataClient },
    ).subscribe((answer) => own.push(answer.data ?? answer.errors));
  };
  const give = (index: number, result: FormattedExecutionResult) => {
    answers[index]?.next(result);
    answers[index]?.complete();
  };
  return { ask, give, told };
}

const said = (text: string) => ({ data: { said: text } });

test('an answer that was overtaken gives what the newer one said', () => {
  const { ask, give, told } = line();
  ask();
  ask();
  give(1, said('undone'));
  give(0, said('imported'));
  expect(told).toEqual([[{ said: 'undone' }], [{ said: 'undone' }]]);
});

test('answers in order stay as they are, and what is asked later starts anew', () => {
  const { ask, give, told } = line();
  ask();
  ask();
  give(0, said('first'));
  give(1, said('second'));
  ask();
  give(2, said('third'));
  expect(told).toEqual([[{ said: 'first' }], [{ said: 'second' }], [{ said: 'third' }]]);
});

test('another question and a refusal overtake nothing', () => {
  const { ask, give, told } = line();
  ask('STATEMENT');
  ask('PAYMENT');
  ask('STATEMENT');
  give(1, said('payments'));
  give(2, { errors: [{ message: 'busy' }], data: null });
  give(0, said('statements'));
  expect(told).toEqual([[{ said: 'statements' }], [{ said: 'payments' }], [[{ message: 'busy' }]]]);
});
