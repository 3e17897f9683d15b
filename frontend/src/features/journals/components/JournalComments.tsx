/** What people wrote on a journal, and a field to write more. */
import { useMutation } from '@apollo/client/react';
import { useId, useState } from 'react';
import { CommentOnJournalDocument } from '@/generated/graphql';
import { useLabels } from '@/kernel/i18n';
import { useMay } from '@/kernel/permissions';
import { attempt, Button, InstantText } from '@/ui';
import { progressLabels } from '../progressLabels';
import type { FullJournal } from './JournalOverview';

const LONGEST = 2000;

export function JournalComments({
  journal,
  onChanged,
}: {
  journal: FullJournal;
  onChanged: () => unknown;
}) {
  const words = useLabels(progressLabels);
  const mayWrite = useMay('journals.comment');
  return (
    <>
      {journal.comments.length === 0 ? (
        <p className="g-muted">{words.commentsNone}</p>
      ) : (
        <ol className="j-comments">
          {journal.comments.map((comment) => (
            <li key={comment.id} className="g-card">
              <p className="g-sub">
                <strong>{comment.by}</strong> · <InstantText value={comment.at} />
              </p>
              <p className="j-comment-text">{comment.text}</p>
            </li>
          ))}
        </ol>
      )}
      {mayWrite && <CommentField correlationId={journal.correlationId} onDone={onChanged} />}
    </>
  );
}

function CommentField({ correlationId, onDone }: { correlationId: string; onDone: () => unknown }) {
  const words = useLabels(progressLabels);
  const field = useId();
  const [text, setText] = useState('');
  const [flaw, setFlaw] = useState('');
  const [send, { loading }] = useMutation(CommentOnJournalDocument);
  const write = async () => {
    const { refused } = await attempt(
      async () => (await send({ variables: { correlationId, text } })).data?.commentOnJournal,
    );
    setFlaw(refused?.message ?? '');
    if (refused) return;
    setText('');
    onDone();
  };
  return (
    <form
      className="j-comment-form"
      onSubmit={(event) => {
        event.preventDefault();
        void write();
      }}
    >
      <label htmlFor={field}>{words.commentField}</label>
      <textarea
        id={field}
        className={`p-inputtextarea p-inputtext p-component g-block${flaw ? ' p-invalid' : ''}`}
        rows={3}
        maxLength={LONGEST}
        value={text}
        aria-invalid={Boolean(flaw) || undefined}
        aria-describedby={`${field}-help${flaw ? ` ${field}-flaw` : ''}`}
        onChange={(event) => {
          setText(event.target.value);
          setFlaw('');
        }}
      />
      <small id={`${field}-help`} className="g-muted">
        {words.commentHelp}
      </small>
      {flaw && (
        <p id={`${field}-flaw`} role="alert" className="g-field-error">
          {flaw}
        </p>
      )}
      <div className="g-actions">
        <Button type="submit" small icon="comment" busy={loading} disabled={!text.trim()}>
          {words.commentSend}
        </Button>
      </div>
    </form>
  );
}
