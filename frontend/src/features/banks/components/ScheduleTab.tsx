/** When the bank is looked at and when the certificate renews itself. */
import { useMutation } from '@apollo/client/react';
import { useState } from 'react';
import { ChangeBankDocument } from '@/generated/graphql';
import { useLabels } from '@/kernel/i18n';
import { useMay } from '@/kernel/permissions';
import { Button, DateText, Facts, FormDialog, TextField, useForm } from '@/ui';
import { labels } from '../labels';
import { PACES, paceInWords } from '../paces';
import { attempt, tellDone, useRefreshed } from '../useBankActions';
import type { OpenBank } from './BankDrawer';

const HOURS = Array.from({ length: 25 }, (_, hour) => hour);
const clock = (hour: number) => `${String(hour).padStart(2, '0')}:00`;

export function ScheduleTab({ bank }: { bank: OpenBank }) {
  const words = useLabels(labels);
  const mayChange = useMay('banks.change');
  const [changing, setChanging] = useState(false);
  return (
    <>
      <Facts
        facts={[
          [words.howOften, paceInWords(bank.fetchMinutes, words)],
          [words.schedule, `${clock(bank.fetchFrom)}–${clock(bank.fetchTo)}`],
          [words.weekends, bank.fetchesOnWeekends ? words.yes : words.no],
          ...(!bank.profile.protocol.hasCertificate
            ? []
            : [
                [words.renewsItself, bank.renewsItself ? words.yes : words.no] as const,
                [words.renewBefore, String(bank.renewDaysBefore)] as const,
                [words.renewsOn, <DateText key="on" value={bank.renewsOn} />] as const,
              ]),
        ]}
      />
      <p className="g-muted">{words.scheduleHelp}</p>
      {mayChange && bank.state !== 'REVOKED' && (
        <div className="g-actions">
          <Button icon="pencil" onClick={() => setChanging(true)}>
            {words.change}
          </Button>
        </div>
      )}
      {changing && <ScheduleDialog bank={bank} onClose={() => setChanging(false)} />}
    </>
  );
}

function ScheduleDialog({ bank, onClose }: { bank: OpenBank; onClose: () => void }) {
  const words = useLabels(labels);
  const [change] = useMutation(ChangeBankDocument);
  const refreshed = useRefreshed();
  const [when, setWhen] = useState({
    minutes: bank.fetchMinutes,
    fromHour: bank.fetchFrom,
    toHour: bank.fetchTo,
    weekends: bank.fetchesOnWeekends,
  });
  const [renewsItself, setRenewsItself] = useState(bank.renewsItself);
  const form = useForm({
    initial: { days: String(bank.renewDaysBefore) },
    check: ({ days }) =>
      /^\d+$/.test(days) && Number(days) >= 2 && Number(days) <= 90
        ? []
        : [{ path: 'days', message: words.badMinutes }],
    send: async ({ days }) => {
      const wanted = { schedule: when, renewsItself, renewDaysBefore: Number(days) };
      const { refused } = await attempt(
        async () =>
          (await change({ variables: { id: bank.id, change: wanted, version: bank.version } })).data
            ?.changeBank,
      );
      await refreshed();
      return refused ? [refused] : [];
    },
    onDone: () => {
      onClose();
      tellDone(words.saved);
    },
  });
  const hour = (
    label: string,
    value: number,
    key: 'fromHour' | 'toHour',
    hours: readonly number[],
  ) => (
    <label className="g-select">
      <span>{label}</span>
      <select
        value={value}
        onChange={(event) => setWhen({ ...when, [key]: Number(event.target.value) })}
      >
        {hours.map((each) => (
          <option key={each} value={each}>
            {clock(each)}
          </option>
        ))}
      </select>
    </label>
  );
  return (
    <FormDialog title={words.scheduleTitle} confirm={words.save} form={form} onClose={onClose}>
      <label className="g-select">
        <span>{words.howOften}</span>
        <select
          value={when.minutes}
          onChange={(event) => setWhen({ ...when, minutes: Number(event.target.value) })}
        >
          {PACES.map((pace) => (
            <option key={pace} value={pace}>
              {paceInWords(pace, words)}
            </option>
          ))}
        </select>
      </label>
      <div className="bk-pair">
        {hour(words.fromHour, when.fromHour, 'fromHour', HOURS.slice(0, when.toHour))}
        {hour(words.toHour, when.toHour, 'toHour', HOURS.slice(when.fromHour + 1))}
      </div>
      <label className="bk-check">
        <input
          type="checkbox"
          checked={when.weekends}
          onChange={(event) => setWhen({ ...when, weekends: event.target.checked })}
        />{' '}
        {words.weekends}
      </label>
      {bank.profile.protocol.hasCertificate && (
        <>
          <label className="bk-check">
            <input
              type="checkbox"
              checked={renewsItself}
              onChange={(event) => setRenewsItself(event.target.checked)}
            />{' '}
            {words.renewsItself}
          </label>
          <TextField form={form} name="days" label={words.renewBefore} maxLength={2} />
        </>
      )}
    </FormDialog>
  );
}
