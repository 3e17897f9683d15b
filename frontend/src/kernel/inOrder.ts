/**
 * Answers to one question may overtake each other: a poll that was asked before a change can
 * arrive after what was asked behind it. Whoever waits for such a late answer gets the newer one.
 */
import { ApolloLink } from '@apollo/client';
import { OperationTypeNode } from 'graphql';
import { defer, finalize, map } from 'rxjs';

interface Asked {
  /** How often it was asked. */
  times: number;
  /** How many of these still wait. */
  waiting: number;
  /** The latest of them that was answered, and how. */
  answered: number;
  answer: ApolloLink.Result | null;
}

/** Keeps answers in the order of their questions, while more than one is on its way. */
export function inOrder(): ApolloLink {
  const questions = new Map<string, Asked>();
  return new ApolloLink((operation, forward) => {
    // A change is its own; only what is asked has a newer answer.
    if (operation.operationType !== OperationTypeNode.QUERY) return forward(operation);
    return defer(() => {
      const key = JSON.stringify([operation.operationName, operation.variables]);
      const asked = questions.get(key) ?? { times: 0, waiting: 0, answered: 0, answer: null };
      questions.set(key, asked);
      asked.waiting += 1;
      const turn = (asked.times += 1);
      return forward(operation).pipe(
        map((answer) => {
          if (turn < asked.answered && asked.answer) return asked.answer;
          // A refusal is told to whoever asked; it says nothing about the order of what is known.
          if (!answer.errors) Object.assign(asked, { answered: turn, answer });
          return answer;
        }),
        finalize(() => {
          asked.waiting -= 1;
          if (asked.waiting === 0) questions.delete(key);
        }),
      );
    });
  });
}
