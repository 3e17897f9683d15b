/** The head of a journal: how it stands, how much it is about, and of which account. */
import { useLabels } from '@/kernel/i18n';
import { CopyId } from '@/ui';
import { Accounts, StateTag, Totals } from '../columns';
import { labels } from '../labels';
import type { FullJournal } from './JournalOverview';
import { Reimport } from './Reimport';

export function JournalHead({
  journal,
  onChanged,
}: {
  journal: FullJournal;
  onChanged: () => unknown;
}) {
  const words = useLabels(labels);
  const { account, messageId, correlationId, nextStep } = journal;
  return (
    <div className="j-head">
      <div className="j-head-facts">
        <StateTag row={journal} words={words} />
        {journal.totals.length > 0 && <Totals row={journal} />}
        {account && <Accounts row={journal} />}
        {messageId && <CopyId value={messageId} name={words.messageId} />}
      </div>
      {/* Where it is the next step, it stands there. */}
      {!nextStep.acts.includes('REIMPORT') && (
        <Reimport correlationId={correlationId} onDone={onChanged} />
      )}
    </div>
  );
}
