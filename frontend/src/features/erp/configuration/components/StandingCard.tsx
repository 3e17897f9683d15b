/** What is in use and how the ERP answers; the draft, what it will change, and the steps to its use. */
import { useMutation } from '@apollo/client/react';
import { useState } from 'react';
import {
  ActivateErpConfigurationDocument,
  DiscardErpDraftDocument,
  ValidateErpDraftDocument,
} from '@/generated/graphql';
import { useLabels } from '@/kernel/i18n';
import { paths } from '@/kernel/paths';
import { useMay } from '@/kernel/permissions';
import { AgeText, Button, Icon, LinkButton, Tag, VerbDialog, attempt, useAct } from '@/ui';
import { useInLanguage } from '../../words';
import { labels } from '../labels';
import { VALIDITIES, type Configuration, type Connector, type Version } from '../parts';
import { NoteDialog } from './NoteDialog';

export function StandingCard({
  configuration: { active, draft, books },
  connectors,
  onChangeErp,
}: {
  configuration: Configuration;
  connectors: readonly Connector[];
  onChangeErp: () => void;
}) {
  const words = useLabels(labels);
  const tell = useInLanguage();
  const mayChange = useMay('erp.change');
  return (
    <section className="g-card ec-standing" aria-label={words.inUse}>
      <div className="ec-row">
        <Icon name="server" className="ec-mark" />
        <div className="ec-grow">
          {active ? (
            <InUse version={active} connectors={connectors} />
          ) : (
            <p>{words.nothingInUse}</p>
          )}
          {books && (
            <p className="g-muted">
              {books.failingSince ? (
                <>
                  <Tag tone="warn" icon="exclamation-triangle">
                    {words.failing}
                  </Tag>{' '}
                  <AgeText value={books.failingSince} /> {books.said && tell(books.said)}
                </>
              ) : (
                <>
                  {words.lastContact}:{' '}
                  {books.lastContact ? <AgeText value={books.lastContact} /> : words.never}
                </>
              )}
            </p>
          )}
        </div>
        <div className="g-actions">
          <LinkButton small icon="list-check" to={paths.erpValidation}>
            {words.toValidation}
          </LinkButton>
          {mayChange && (
            <Button small icon="arrow-right-arrow-left" onClick={onChangeErp}>
              {words.changeErp}
            </Button>
          )}
        </div>
      </div>
      {draft && <Draft draft={draft} connectors={connectors} />}
    </section>
  );
}

function InUse({ version, connectors }: { version: Version; connectors: readonly Connector[] }) {
  const words = useLabels(labels);
  return (
    <>
      <h2>
        {version.connector} <Evidence kind={version.kind} connectors={connectors} />
      </h2>
      <p>
        <Tag tone="good" icon="check">
          {words.inUse}
        </Tag>{' '}
        {version.number !== null && words.version(version.number)},{' '}
        <AgeText value={version.activated ?? version.created} />{' '}
        {words.activatedBy(version.activatedBy ?? '')}
      </p>
    </>
  );
}

export function Evidence({ kind, connectors }: { kind: string; connectors: readonly Connector[] }) {
  const words = useLabels(labels);
  const connector = connectors.find((one) => one.kind === kind);
  if (!connector) return null;
  return (
    <Tag
      tone={connector.evidence === 'CONTRACT' ? 'warn' : 'neutral'}
      icon={connector.evidence === 'CONTRACT' ? 'info-circle' : 'verified'}
    >
      {words[connector.evidence]}
    </Tag>
  );
}

function Draft({ draft, connectors }: { draft: Version; connectors: readonly Connector[] }) {
  const words = useLabels(labels);
  const tell = useInLanguage();
  const [tone, icon] = VALIDITIES[draft.validity];
  return (
    <div className="ec-draft">
      <div className="ec-row">
        <Icon name="pencil" className="ec-mark" />
        <div className="ec-grow">
          <h2>
            {words.draft}: {draft.connector} <Evidence kind={draft.kind} connectors={connectors} />
          </h2>
          <p>
            <span role="status">
              <Tag tone={tone} icon={icon}>
                {words[draft.validity]}
              </Tag>
            </span>{' '}
            <AgeText value={draft.changed} /> {words.changedBy(draft.changedBy)}
            {draft.restoredFrom !== null && `, ${words.restoredFrom(draft.restoredFrom)}`}
          </p>
          {draft.note && <p className="g-muted">{draft.note}</p>}
          <h3>{words.impact}</h3>
          <ul className="ec-impact">
            {draft.impact.map((one) => (
              <li key={one.en}>{tell(one)}</li>
            ))}
          </ul>
        </div>
      </div>
      <Steps draft={draft} />
    </div>
  );
}

/** Validate, then put to use: what is next is the primary one, and what stands in the way is said. */
function Steps({ draft }: { draft: Version }) {
  const words = useLabels(labels);
  const tell = useInLanguage();
  const act = useAct();
  const [asked, setAsked] = useState<'activate' | 'discard' | 'note' | null>(null);
  const [validate] = useMutation(ValidateErpDraftDocument);
  const [activate] = useMutation(ActivateErpConfigurationDocument);
  const [discard] = useMutation(DiscardErpDraftDocument);
  const [mayChange, mayTest, mayActivate] = [
    useMay('erp.change'),
    useMay('erp.test'),
    useMay('erp.activate'),
  ];
  const isReady = draft.validity === 'VALID' || draft.validity === 'WARNINGS';
  const lacks = draft.sections.some(({ state }) => state === 'MISSING');
  const { revision } = draft;
  return (
    <div className="ec-steps">
      <div className="g-actions">
        {mayTest && (
          <Button
            look={isReady ? 'secondary' : 'primary'}
            icon="list-check"
            busy={draft.validity === 'VALIDATING'}
            onClick={() =>
              void act(async () => (await validate()).data?.validateErpDraft, words.validateAsked)
            }
          >
            {words.validate}
          </Button>
        )}
        {mayActivate && (
          <Button
            look={isReady ? 'primary' : 'secondary'}
            icon="check-circle"
            disabled={!isReady || lacks}
            aria-describedby="ec-next"
            onClick={() => setAsked('activate')}
          >
            {words.activate}
          </Button>
        )}
        {mayChange && (
          <Button look="quiet" icon="comment" onClick={() => setAsked('note')}>
            {words.note}
          </Button>
        )}
        {mayChange && (
          <Button look="quiet" icon="trash" onClick={() => setAsked('discard')}>
            {words.discard}
          </Button>
        )}
        {draft.validity !== 'DRAFT' && (
          <LinkButton look="quiet" to={`${paths.erpValidation}?of=draft`}>
            {words.toValidation}
          </LinkButton>
        )}
      </div>
      <p id="ec-next" className="g-muted">
        {lacks ? words.activateMissing : isReady ? '' : words.activateFirst}
      </p>
      {asked === 'note' && (
        <NoteDialog note={draft.note} revision={revision} onClose={() => setAsked(null)} />
      )}
      {asked === 'activate' && (
        <VerbDialog
          title={words.activateTitle}
          confirm={words.activate}
          done={(id) => (id ? words.activated : words.activationAsked)}
          act={() =>
            attempt(
              async () =>
                (await activate({ variables: { revision } })).data?.activateErpConfiguration,
            )
          }
          onClose={() => setAsked(null)}
        >
          {draft.validity === 'WARNINGS' && (
            <p className="g-notice g-tone-warn">
              <Icon name="exclamation-triangle" /> {words.activateWarnings}
            </p>
          )}
          <p>
            <strong>{words.impact}</strong>
          </p>
          <ul className="ec-impact">
            {draft.impact.map((one) => (
              <li key={one.en}>{tell(one)}</li>
            ))}
          </ul>
        </VerbDialog>
      )}
      {asked === 'discard' && (
        <VerbDialog
          title={words.discardTitle}
          confirm={words.discard}
          danger
          done={words.discarded}
          act={() =>
            attempt(async () => (await discard({ variables: { revision } })).data?.discardErpDraft)
          }
          onClose={() => setAsked(null)}
        >
          <p>{words.discardHelp}</p>
        </VerbDialog>
      )}
    </div>
  );
}
