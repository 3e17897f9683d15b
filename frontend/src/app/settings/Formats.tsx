/** How dates, amounts and moments are written, with a sample that changes along. */
import { useEffect, useState } from 'react';
import { formatDate, formatInstant } from '@/kernel/dates';
import { useLabels } from '@/kernel/i18n';
import { formatDecimal } from '@/kernel/money';
import { DATE_FORMATS, NUMBER_FORMATS, prefer, useNotation } from '@/kernel/preferences';
import { MoneyText } from '@/ui';
import { Row, Section, Segments, Select } from './controls';
import { labels } from './labels';

const SAMPLE_DATE = '2026-11-20';
const SAMPLE_AMOUNT = '1234567.89';
const SAMPLE_CURRENCY = 'DKK';
const CLOCK_MS = 10_000;

export function Formats() {
  const words = useLabels(labels);
  const { dateFormat, numberFormat, weekStart } = useNotation();
  return (
    <Section title={words.formats}>
      <Sample />
      <Select
        name={words.dateFormat}
        value={dateFormat}
        onChange={(next) => prefer({ dateFormat: next })}
      >
        {DATE_FORMATS.map((format) => (
          <option key={format} value={format}>
            {formatDate(SAMPLE_DATE, format)}
          </option>
        ))}
      </Select>
      <Select
        name={words.numberFormat}
        value={numberFormat}
        onChange={(next) => prefer({ numberFormat: next })}
      >
        {NUMBER_FORMATS.map((format) => (
          <option key={format} value={format}>
            {formatDecimal(SAMPLE_AMOUNT, format)}
          </option>
        ))}
      </Select>
      <Row name={words.weekStart}>
        <Segments
          name={words.weekStart}
          value={weekStart === 0 ? 'sunday' : 'monday'}
          options={[
            ['sunday', words.sunday],
            ['monday', words.monday],
          ]}
          onChange={(day) => prefer({ weekStart: day === 'sunday' ? 0 : 1 })}
        />
      </Row>
      <TimeZone />
    </Section>
  );
}

/** A line of a statement as it will look, and the time it is there now. */
function Sample() {
  const words = useLabels(labels);
  const { dateFormat, timeZone } = useNotation();
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const clock = setInterval(() => setNow(new Date()), CLOCK_MS);
    return () => clearInterval(clock);
  }, []);
  return (
    <dl className="s-sample" aria-label={words.sample}>
      <div>
        <dt>{words.sampleBooked}</dt>
        <dd>{formatDate(SAMPLE_DATE, dateFormat)}</dd>
      </div>
      <div>
        <dt>{words.sampleAmount}</dt>
        <dd>
          <MoneyText value={{ amount: `-${SAMPLE_AMOUNT}`, currency: SAMPLE_CURRENCY }} />
        </dd>
      </div>
      <div>
        <dt>{words.sampleNow}</dt>
        <dd>{formatInstant(now.toISOString(), dateFormat, false, timeZone)}</dd>
      </div>
    </dl>
  );
}

/** Every zone the browser knows, by part of the world. */
const zonesByRegion = Map.groupBy(
  new Set(['UTC', ...Intl.supportedValuesOf('timeZone')]),
  (zone) => (zone.includes('/') ? zone.slice(0, zone.indexOf('/')) : 'UTC'),
);

const cityOf = (zone: string) =>
  zone
    .slice(zone.indexOf('/') + 1)
    .replaceAll('_', ' ')
    .replaceAll('/', ' · ');

/** Hundreds of zones would be styled anew with every other setting; they come when somebody gets there. */
function TimeZone() {
  const words = useLabels(labels);
  const [reached, setReached] = useState(false);
  const { timeZone } = useNotation();
  const own = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  return (
    <>
      <Select
        name={words.timeZone}
        value={timeZone}
        onReach={() => setReached(true)}
        onChange={(next) => prefer({ timeZone: next })}
      >
        <option value="">{words.zoneOfBrowser(cityOf(own))}</option>
        {!reached && timeZone && <option value={timeZone}>{cityOf(timeZone)}</option>}
        {reached &&
          [...zonesByRegion].map(([region, zones]) => (
            <optgroup key={region} label={region}>
              {zones.map((zone) => (
                <option key={zone} value={zone}>
                  {cityOf(zone)}
                </option>
              ))}
            </optgroup>
          ))}
      </Select>
      <p className="s-hint">{words.timeZoneHelp}</p>
    </>
  );
}
