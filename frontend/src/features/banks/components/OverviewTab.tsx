/** What a connection is: the bank's letter, when it last answered, and until when the bank takes payments. */
import { useLabels } from '@/kernel/i18n';
import { useMay } from '@/kernel/permissions';
import { useNotation } from '@/kernel/preferences';
import { AgeText, CopyId, Facts, InstantText } from '@/ui';
import { labels } from '../labels';
import type { OpenBank } from './BankDrawer';
import { NextLook } from './NextLook';

export function OverviewTab({ bank }: { bank: OpenBank }) {
  const words = useLabels(labels);
  const { language } = useNotation();
  return (
    <>
      <Facts
        facts={[
          [words.bank, bank.profile.title[language]],
          [words.type, bank.profile.protocol.title[language]],
          [
            words.environment,
            bank.profile.isSimulated
              ? words.inSimulated(words[bank.environment])
              : words[bank.environment],
          ],
          [words.country, bank.country],
          [
            words.connectedBy,
            <span key="created">
              <InstantText value={bank.created} /> {words.pausedBy(bank.createdBy)}
            </span>,
          ],
          [words.lastContact, bank.lastContact && <AgeText value={bank.lastContact} />],
          [words.lastSent, bank.lastSent && <AgeText value={bank.lastSent} />],
          [words.lastReceived, bank.lastReceived && <AgeText value={bank.lastReceived} />],
          [words.nextFetch, <NextLook key="next" bank={bank} />],
        ]}
      />
      <Letter bank={bank} />
      <Folders bank={bank} />
      <CutOffs bank={bank} />
    </>
  );
}

function Letter({ bank }: { bank: OpenBank }) {
  const words = useLabels(labels);
  const { language } = useNotation();
  const mayChange = useMay('banks.change');
  const { letter } = bank.configuration;
  if (letter.length === 0) return null;
  return (
    <section className="g-stack">
      <h3>{words.letter}</h3>
      <Facts
        facts={[
          ...letter.map(({ label, value }) => [label[language], value] as const),
          [
            words.privateKey,
            bank.key && (
              <>
                <CopyId value={bank.key.fingerprint} />
                <span className="g-sub">{words.keyHidden}</span>
              </>
            ),
          ],
        ]}
      />
      {!mayChange && <p className="g-muted">{words.masked}</p>}
    </section>
  );
}

function Folders({ bank: { folders } }: { bank: OpenBank }) {
  const words = useLabels(labels);
  if (!folders) return null;
  return (
    <section className="g-stack">
      <h3>{words.folders}</h3>
      <Facts
        facts={[
          [words.outbox, <CopyId key="out" value={folders.outbox} name={words.outbox} />],
          [words.inbox, <CopyId key="in" value={folders.inbox} name={words.inbox} />],
        ]}
      />
      <p className="g-muted">{words.foldersHelp}</p>
    </section>
  );
}

function CutOffs({ bank }: { bank: OpenBank }) {
  const words = useLabels(labels);
  const { capabilities } = bank.profile;
  const cutOffs = bank.profile.cutOffs.filter(
    ({ product }) => product !== 'INSTANT' || capabilities.includes('INSTANT'),
  );
  if (cutOffs.length === 0) return null;
  return (
    <section className="g-stack">
      <h3>{words.cutOffs}</h3>
      <Facts facts={cutOffs.map(({ product, time }) => [words[product], time])} />
      <p className="g-muted">{words.cutOffHelp}</p>
    </section>
  );
}
