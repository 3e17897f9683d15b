/** Certificates of a connection, those in use and those before them; renewing, trying it, and replacing the key by two. */
import { useMutation } from '@apollo/client/react';
import { useState } from 'react';
import { AskForBankKeyDocument } from '@/generated/graphql';
import { askEndpoint } from '@/kernel/http';
import { useLabels, wordFor } from '@/kernel/i18n';
import { useMay } from '@/kernel/permissions';
import { useUrlValue } from '@/kernel/urlState';
import {
  Button,
  CopyId,
  DateText,
  Facts,
  FormDialog,
  InstantText,
  Tag,
  TextField,
  VerbDialog,
  useForm,
} from '@/ui';
import { labels } from '../labels';
import { ageTone, isAtWork } from '../states';
import { attempt, tellDone, useRefreshed } from '../useBankActions';
import type { OpenBank } from './BankDrawer';
import { KeyRequest } from './KeyRequest';
import { PublicKey } from './PublicKey';
import { useTest } from './TestTab';

export function CertificatesTab({ bank }: { bank: OpenBank }) {
  const words = useLabels(labels);
  const publicKey = (bank.pendingKey ?? bank.key)?.public;
  if (!bank.profile.protocol.hasKey) return <p className="g-muted">{words.folderNoCertificates}</p>;
  return (
    <>
      <RenewalVerbs bank={bank} />
      {bank.keyRequest && <KeyRequest request={bank.keyRequest} />}
      {publicKey && <PublicKey line={publicKey} />}
      {bank.profile.protocol.hasCertificate && <Certificates bank={bank} />}
    </>
  );
}

function Certificates({ bank }: { bank: OpenBank }) {
  const words = useLabels(labels);
  return (
    <>
      <p className="g-muted">
        {bank.renewsOn ? (
          <>
            {words.renewsOn} <DateText value={bank.renewsOn} />.{' '}
          </>
        ) : (
          bank.expires && `${words.renewsByHand}. `
        )}
        {words.alarms}
      </p>
      {bank.pendingKey && (
        <section className="g-stack">
          <h3>{words.pendingKey}</h3>
          <Facts
            facts={[
              [words.fingerprint, <CopyId key="id" value={bank.pendingKey.fingerprint} />],
              [words.connectedBy, <InstantText key="at" value={bank.pendingKey.created} />],
            ]}
          />
        </section>
      )}
      {bank.certificates.length === 0 && <p className="g-muted">{words.noCertificates}</p>}
      {bank.certificates.map((one) => (
        <Certificate
          key={one.id}
          certificate={one}
          daysLeft={one.current && one.kind === 'OWN' ? bank.daysLeft : null}
        />
      ))}
    </>
  );
}

function RenewalVerbs({ bank }: { bank: OpenBank }) {
  const words = useLabels(labels);
  const mayChange = useMay('banks.change');
  const mayTest = useMay('banks.test');
  const { hasCertificate } = bank.profile.protocol;
  const [asked, setAsked] = useState<'renew' | 'replace' | null>(null);
  const test = useTest(bank.id);
  const [, setPart] = useUrlValue('part');
  if (!isAtWork(bank.state)) return null;
  const tryIt = async () => {
    await test('RENEWAL');
    setPart('test', { replace: true });
  };
  return (
    <>
      <div className="g-actions">
        {mayChange && hasCertificate && (
          <Button
            look="primary"
            icon="sync"
            busy={bank.state === 'RENEWING'}
            onClick={() => setAsked('renew')}
          >
            {words.renew}
          </Button>
        )}
        {mayTest && hasCertificate && (
          <Button icon="play-circle" title={words.dryRunHelp} onClick={() => void tryIt()}>
            {words.dryRun}
          </Button>
        )}
        {mayChange && !bank.keyRequest && (
          <Button look="danger" icon="key" onClick={() => setAsked('replace')}>
            {words.replaceKey}
          </Button>
        )}
      </div>
      {asked === 'renew' && (
        <VerbDialog
          title={words.renewTitle(bank.name)}
          confirm={words.renew}
          done={words.renewAsked}
          act={() => attempt(async () => askEndpoint('renewURL', { bankId: bank.id }))}
          onClose={() => setAsked(null)}
        >
          <p>{words.renewHelp}</p>
        </VerbDialog>
      )}
      {asked === 'replace' && <ReplaceDialog bank={bank} onClose={() => setAsked(null)} />}
    </>
  );
}

function ReplaceDialog({ bank, onClose }: { bank: OpenBank; onClose: () => void }) {
  const words = useLabels(labels);
  const [ask] = useMutation(AskForBankKeyDocument);
  const refreshed = useRefreshed();
  const form = useForm({
    initial: { reason: '' },
    check: ({ reason }) =>
      reason.trim() ? [] : [{ path: 'reason', message: words.missing(words.reason) }],
    send: async ({ reason }) => {
      const { refused } = await attempt(
        async () => (await ask({ variables: { id: bank.id, reason } })).data?.askForBankKey,
      );
      await refreshed();
      return refused ? [refused] : [];
    },
    onDone: () => {
      onClose();
      tellDone(words.replaceAsked);
    },
  });
  return (
    <FormDialog
      title={words.replaceTitle(bank.name)}
      confirm={words.replaceKey}
      form={form}
      onClose={onClose}
    >
      <p>{words.replaceHelp}</p>
      <TextField form={form} name="reason" label={words.reason} maxLength={500} />
    </FormDialog>
  );
}

function Certificate({
  certificate: one,
  daysLeft,
}: {
  certificate: OpenBank['certificates'][number];
  daysLeft: number | null;
}) {
  const words = useLabels(labels);
  return (
    <section className="g-stack bk-certificate">
      <h3 className="bk-tags">
        {words[one.kind]}
        <Tag tone={one.current ? 'good' : 'neutral'} icon={one.current ? 'check' : 'history'}>
          {one.current ? words.current : words.former}
        </Tag>
        {daysLeft !== null && (
          <Tag tone={ageTone(daysLeft)} icon="id-card">
            {words.daysLeft(daysLeft)}
          </Tag>
        )}
      </h3>
      <Facts
        facts={[
          [words.subject, one.subject],
          [words.issuer, one.issuer],
          [
            words.valid,
            <span key="valid">
              <DateText value={one.validFrom} /> – <DateText value={one.validTo} />
            </span>,
          ],
          [words.fingerprint, <CopyId key="fingerprint" value={one.fingerprint} />],
          [words.serial, one.serial],
          [words.purpose, wordFor(words, one.purpose)],
          [words.obtained, <InstantText key="obtained" value={one.obtained} />],
          ...(one.replaced
            ? [[words.replaced, <InstantText key="replaced" value={one.replaced} />] as const]
            : []),
        ]}
      />
    </section>
  );
}
