/** The columns of the upload history. */
import { Link, type To } from 'react-router';
import { meaningOf } from '@/features/documents';
import type { UploadLineFragment } from '@/generated/graphql';
import { actorName } from '@/kernel/actors';
import { wordFor, type Words } from '@/kernel/i18n';
import { formatBytes, formatCount } from '@/kernel/money';
import { journalPath } from '@/kernel/paths';
import { useNotation, type NumberFormat } from '@/kernel/preferences';
import { AgeText, MoneyText, Progress, ROW_LINK, Tag, type Column } from '@/ui';
import { ResultFigures } from './components/ResultFigures';
import { UploadMenu } from './components/UploadMenu';
import type { labels } from './labels';
import { isActive, isAllNew, stateLook } from './states';
import type { UploadActions } from './useUploadActions';

type Row = UploadLineFragment;
type Said = Words<typeof labels>;

export function uploadColumns(
  words: Said,
  numbers: NumberFormat,
  actions: UploadActions,
  to: (row: Row) => To,
): readonly Column<Row>[] {
  return [
    {
      key: 'file',
      header: words.file,
      sort: 'NAME',
      width: 15,
      exports: ['name', 'format', 'version'],
      cell: (row) => <FileCell upload={row} words={words} to={to(row)} />,
    },
    {
      key: 'state',
      header: words.state,
      width: 12,
      exports: ['state'],
      cell: (row) => <StateCell upload={row} words={words} numbers={numbers} />,
    },
    {
      key: 'content',
      header: words.content,
      width: 13,
      priority: 3,
      onCards: true,
      exports: [
        'statements',
        'new',
        'known',
        'confirmed',
        'replaced',
        'possibleDuplicates',
        'disputed',
        'payments',
        'errors',
        'warnings',
      ],
      cell: (row) => <ContentCell upload={row} words={words} numbers={numbers} />,
    },
    {
      key: 'uploaded',
      header: words.uploaded,
      sort: 'CREATED',
      width: 11,
      priority: 2,
      exports: ['created', 'createdBy'],
      cell: (row) => (
        <>
          <AgeText value={row.created} />
          <span className="g-sub">{actorName(row.createdBy)}</span>
        </>
      ),
    },
    {
      key: 'actions',
      header: words.actions,
      width: 18.5,
      cell: (row) => <UploadMenu upload={row} actions={actions} />,
    },
  ];
}

function FileCell({ upload, words, to }: { upload: Row; words: Said; to: To }) {
  const { duplicateOf } = upload;
  return (
    <div className="u-file">
      <Link {...ROW_LINK} to={to} preventScrollReset>
        {upload.name}
      </Link>
      <span className="g-sub">{upload.version ?? upload.format}</span>
      {duplicateOf && (
        <span className="g-sub">
          {words.duplicate}{' '}
          {duplicateOf.correlationId ? (
            <Link to={journalPath(duplicateOf.correlationId)}>{duplicateOf.name}</Link>
          ) : (
            duplicateOf.name
          )}
          , <AgeText value={duplicateOf.created} />,{' '}
          {words.duplicateBy(actorName(duplicateOf.createdBy))}
        </span>
      )}
      {upload.wrongKind && <span className="g-sub">{words[`wrongKind${upload.wrongKind}`]}</span>}
    </div>
  );
}

function StateCell({
  upload,
  words,
  numbers,
}: {
  upload: Row;
  words: Said;
  numbers: NumberFormat;
}) {
  const [tone, icon] = stateLook(upload.state);
  const { language } = useNotation();
  const { job } = upload;
  // The first error is why nothing of the file came in.
  const refusal =
    upload.state === 'REFUSED'
      ? upload.findings.find(({ severity }) => severity === 'ERROR')
      : undefined;
  const cancelling = job?.state === 'CANCELLING';
  // The job counts bytes while it reads; the later stages have no figures.
  const done =
    job && Number(job.total) > 0
      ? words.doneOf(formatBytes(job.done, numbers), formatBytes(job.total, numbers))
      : null;
  const stage = job?.stage ? wordFor(words, job.stage) : null;
  return (
    <div className="u-state">
      <Tag tone={tone} icon={icon}>
        {cancelling ? words.CANCELLING : words[upload.state]}
      </Tag>
      {upload.state === 'IMPORTED' && upload.counts && !isAllNew(upload.counts) && (
        <ResultFigures upload={upload} counts={upload.counts} />
      )}
      {isActive(upload) && (
        <>
          <Progress name={words.progressOf(upload.name)} value={job?.progress ?? null} />
          <span className="g-sub">{[stage, done].filter(Boolean).join(' · ')}</span>
        </>
      )}
      {refusal && <Why text={meaningOf(refusal, language)} />}
      {!isActive(upload) && job?.said && <Why text={job.said[language]} />}
    </div>
  );
}

/** Why a file did not come in: two lines of it here, all of it for who points at it. */
function Why({ text }: { text: string }) {
  return (
    <span className="g-sub u-why" title={text}>
      {text}
    </span>
  );
}

function ContentCell({
  upload,
  words,
  numbers,
}: {
  upload: Row;
  words: Said;
  numbers: NumberFormat;
}) {
  const { counts, findingCounts, totals } = upload;
  const count = (value: number) => formatCount(value, numbers);
  return (
    <div className="u-content">
      {counts && counts.statements > 0 && (
        <span>
          {[
            words.statements(count(counts.statements)),
            isAllNew(counts)
              ? words.entries(count(counts.new))
              : words.readEntries(count(counts.read)),
          ].join(', ')}
        </span>
      )}
      {counts && counts.payments > 0 && <span>{words.payments(count(counts.payments))}</span>}
      {counts && counts.statuses > 0 && <span>{words.statuses(count(counts.statuses))}</span>}
      {totals.map((total) => (
        <MoneyText key={total.currency} value={total} />
      ))}
      <span className="g-actions">
        {findingCounts.error > 0 && (
          <Tag tone="bad" icon="times-circle">
            {words.errors(findingCounts.error)}
          </Tag>
        )}
        {findingCounts.warning > 0 && (
          <Tag tone="warn" icon="exclamation-triangle">
            {words.warnings(findingCounts.warning)}
          </Tag>
        )}
        {findingCounts.info > 0 && (
          <Tag tone="info" icon="info-circle">
            {words.notes(findingCounts.info)}
          </Tag>
        )}
      </span>
    </div>
  );
}
