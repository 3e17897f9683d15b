/** Cuts a large document into lines and elements, away from the screen's own thread. */
import { answerOf, outlineOf, type Question, type Reply } from './reader';
import { XmlIndex } from './xmlIndex';

let index = new XmlIndex('');

addEventListener('message', ({ data }: MessageEvent<Question>) => {
  let value: unknown;
  if (data.ask === 'open') {
    index = new XmlIndex(new TextDecoder().decode(data.bytes));
    value = outlineOf(index);
  } else {
    value = answerOf(index, data);
  }
  const reply: Reply = { id: data.id, value };
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker's message has none
  postMessage(reply);
});
