/** The ways from a message to what it is about, as far as the person may go them. */
import { useQuery } from '@apollo/client/react';
import { Link } from 'react-router';
import {
  MessageBatchDocument,
  MessageUploadDocument,
  type MessageRowFragment,
} from '@/generated/graphql';
import { useLabels } from '@/kernel/i18n';
import {
  bankPath,
  journalPath,
  messagesPath,
  paths,
  rulePath,
  statementsPath,
  transactionsPath,
} from '@/kernel/paths';
import { useMay } from '@/kernel/permissions';
import { LinkButton } from '@/ui';
import { labels } from '../labels';
import { accountOf, bankOf, batchOf, monthOf, ruleOf, uploadOf } from '../paths';

export function RelatedLinks({
  message: { id, correlationId, reference },
}: {
  message: MessageRowFragment;
}) {
  const words = useLabels(labels);
  const uploadId = uploadOf(reference);
  const batchId = batchOf(reference);
  const accountId = accountOf(reference);
  const month = monthOf(reference);
  const bankId = bankOf(reference);
  const ruleId = ruleOf(reference);
  const mayReadRules = useMay('rules.read');
  return (
    <section aria-label={words.related}>
      <div className="g-actions">
        {correlationId && (
          <LinkButton look="primary" icon="book" to={journalPath(correlationId)}>
            {words.openJournal}
          </LinkButton>
        )}
        {uploadId && <UploadLink id={uploadId} />}
        {batchId && <BatchLinks id={batchId} />}
        {bankId && (
          <LinkButton look="primary" icon="building-columns" to={bankPath(bankId)}>
            {words.openBank}
          </LinkButton>
        )}
        {ruleId && mayReadRules && (
          <LinkButton icon="list-check" to={rulePath(ruleId)}>
            {words.openRule}
          </LinkButton>
        )}
        {month && (
          <LinkButton look="primary" icon="calendar" to={statementsPath(month)}>
            {words.openMonth}
          </LinkButton>
        )}
        {accountId && (
          <LinkButton icon="list" to={transactionsPath({ account: accountId })}>
            {words.openAccount}
          </LinkButton>
        )}
      </div>
      <ul className="m-related">
        {correlationId && (
          <li>
            <Link to={messagesPath(correlationId)}>{words.sameJournal}</Link>
          </li>
        )}
        {reference && (
          <li>
            <Link to={`${paths.messages}?${new URLSearchParams({ reference }).toString()}`}>
              {words.sameReference}
            </Link>
          </li>
        )}
        <li>
          <Link to={`${paths.messages}?${new URLSearchParams({ same: id }).toString()}`}>
            {words.sameText}
          </Link>
        </li>
      </ul>
    </section>
  );
}

/** Uploads stand on two pages; the upload itself says on which. */
function UploadLink({ id }: { id: string }) {
  const words = useLabels(labels);
  const may = useMay('uploads.read');
  const { data } = useQuery(MessageUploadDocument, { variables: { id }, skip: !may });
  if (!data?.upload) return null;
  const { kind, name } = data.upload;
  return (
    <LinkButton
      icon="upload"
      to={kind === 'PAYMENT' ? paths.uploadPayments : paths.uploadStatements}
      title={name}
    >
      {words.openUpload}
    </LinkButton>
  );
}

/** Files uploaded together, on the page or the two pages where they stand. */
function BatchLinks({ id }: { id: string }) {
  const words = useLabels(labels);
  const may = useMay('uploads.read');
  const { data } = useQuery(MessageBatchDocument, { variables: { id }, skip: !may });
  const kinds = new Set(data?.uploads.edges.map(({ node }) => node.kind));
  const search = new URLSearchParams({ batch: id }).toString();
  return (
    <>
      {kinds.has('STATEMENT') && (
        <LinkButton look="primary" icon="upload" to={`${paths.uploadStatements}?${search}`}>
          {words.openBatch}
        </LinkButton>
      )}
      {kinds.has('PAYMENT') && (
        <LinkButton look="primary" icon="upload" to={`${paths.uploadPayments}?${search}`}>
          {kinds.size > 1 ? words.openBatchPAYMENT : words.openBatch}
        </LinkButton>
      )}
    </>
  );
}
