/** Journal validation: a payment file is checked in a window of its own, and nothing is stored. */
import { useCallback, useState } from 'react';
import { isFramed } from '@/kernel/framed';
import { useLabels, type Words } from '@/kernel/i18n';
import { saveBlob } from '@/kernel/http';
import { formatBytes } from '@/kernel/money';
import { useNotation, type Language } from '@/kernel/preferences';
import { uploadLimit } from '@/kernel/settings';
import { useStore } from '@/kernel/store';
import { Button, copyText, notify, Page, Progress } from '@/ui';
import { again, cancel, check, forget, hasFile, isBusy, start, type Check } from './check';
import { FileField } from './components/FileField';
import { ReportView } from './components/ReportView';
import { csvName, findingsAsCsv, type CsvWords } from './csv';
import { ErpNotice } from './erp/ErpNotice';
import { isAccompanied, tell } from './erp/partner';
import { useErp } from './erp/useErp';
import { labels } from './labels';
import type { Report } from './report';
import { findingsAsText } from './text';
import './validation.css';

/** The server's own limit for a check that somebody waits for. */
const MOST_BYTES = 250_000_000;

export function ValidationScreen() {
  const words = useLabels(labels);
  const { numberFormat } = useNotation();
  const now = useStore(check);
  const most = Math.min(MOST_BYTES, uploadLimit() ?? MOST_BYTES);
  const limit = formatBytes(String(most), numberFormat);
  const { tooLarge } = words;
  const [closed, setClosed] = useState(false);
  const take = useCallback(
    (file: File, correlationId?: string) => {
      setClosed(false);
      void start(file, file.size > most ? tooLarge(limit) : null, correlationId);
    },
    [most, limit, tooLarge],
  );
  useErp(most, take);
  const busy = isBusy(now);
  if (closed)
    return (
      <Page title={words.title}>
        <p role="status">{words.closed}</p>
      </Page>
    );
  const leave = () => {
    cancel();
    if (isFramed()) tell({ type: 'giroscope.closed' });
    setClosed(isFramed());
    window.close();
  };
  const actions = !busy && (
    <>
      {now.report && <Actions report={now.report} />}
      {isAccompanied() && (
        <Button icon="times" onClick={leave}>
          {words.close}
        </Button>
      )}
    </>
  );
  return (
    <Page title={words.title} lead={words.lead} actions={actions}>
      <div className="g-stack v-screen">
        <ErpNotice />
        {busy ? (
          <Waiting now={now} />
        ) : (
          <FileField small={now.report !== null} hint={words.accepted(limit)} onFile={take} />
        )}
        {now.state === 'refused' && (
          <div className="v-refused" role="alert">
            <strong>{words.notChecked(now.name ?? '')}</strong>
            <p>{now.reason ?? now.problem?.detail ?? words.noAnswer}</p>
            {hasFile() && (
              <Button icon="refresh" onClick={() => void again()}>
                {words.again}
              </Button>
            )}
          </div>
        )}
        <div role="status" className="g-sr">
          {now.state === 'done' && now.report ? words[`standing_${now.report.standing}`] : ''}
        </div>
        {now.report && !hasFile() && !busy && <p className="g-muted">{words.chooseAgain}</p>}
        {now.report && (
          <div inert={busy} className={busy ? 'v-stale' : undefined}>
            <ReportView report={now.report} />
          </div>
        )}
      </div>
    </Page>
  );
}

function Waiting({ now }: { now: Check }) {
  const words = useLabels(labels);
  const { numberFormat } = useNotation();
  const name = now.name ?? '';
  const bytes = (count: number) => formatBytes(String(count), numberFormat);
  return (
    <div className="v-waiting">
      <p role="status">
        {now.state === 'checking'
          ? words.checking(name)
          : words.sending(name, bytes(now.sent), bytes(now.size))}
      </p>
      <Progress
        name={words.progress(name)}
        value={now.state === 'checking' || now.size === 0 ? null : now.sent / now.size}
      />
      <Button icon="times" onClick={cancel}>
        {words.cancel}
      </Button>
    </div>
  );
}

function Actions({ report }: { report: Report }) {
  const words = useLabels(labels);
  const { language, numberFormat } = useNotation();
  const csv = () =>
    saveBlob(
      new Blob([findingsAsCsv(report, csvWords(words), language, numberFormat)], {
        type: 'text/csv;charset=utf-8',
      }),
      csvName(report),
    );
  return (
    <>
      {hasFile() && (
        <Button look="primary" icon="refresh" onClick={() => void again()}>
          {words.again}
        </Button>
      )}
      {report.findings.length > 0 && (
        <Button icon="copy" onClick={() => void copy(report, words, language)}>
          {words.copy}
        </Button>
      )}
      {report.findings.length > 0 && (
        <Button icon="download" onClick={csv}>
          {words.export}
        </Button>
      )}
      <Button icon="trash" onClick={forget}>
        {words.another}
      </Button>
    </>
  );
}

async function copy(
  report: Report,
  words: Words<typeof labels>,
  language: Language,
): Promise<void> {
  if (await copyText(findingsAsText(report, words.atLine, language)))
    notify({ severity: 'success', title: words.findings, text: words.copied });
}

const csvWords = (words: Words<typeof labels>): CsvWords => ({
  severity: words.filter,
  code: words.code,
  finding: words.findings,
  payment: words.payment,
  endToEndId: words.endToEndId,
  payee: words.payee,
  amount: words.amount,
  currency: words.currency,
  value: words.value,
  comparedWith: words.comparedWith,
  path: words.path,
  line: words.line,
  fix: words.fix,
  rule: words.rule,
  source: words.source,
  severities: {
    error: words.severity_error,
    warning: words.severity_warning,
    info: words.severity_info,
  },
});
