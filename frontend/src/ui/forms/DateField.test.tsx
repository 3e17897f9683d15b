import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { isPlainDate } from '@/kernel/dates';
import { prefer, preferLanguage, type DateFormat } from '@/kernel/preferences';
import { show } from '@/testing/render';
import { DateField, FormDialog, useForm, useNoDate } from '@/ui';

function Probe({
  from = '',
  send,
}: {
  from?: string;
  send: (values: { from: string; to: string }) => void;
}) {
  const noDate = useNoDate();
  const form = useForm({
    initial: { from, to: '' },
    check: (typed) =>
      isPlainDate(typed.from) ? [] : [{ path: 'from', message: noDate(typed.from) }],
    send: async (values) => {
      send(values);
      return [];
    },
    onDone: () => undefined,
  });
  return (
    <FormDialog title="Period" confirm="Save" form={form} onClose={() => undefined}>
      <DateField form={form} name="from" label="First day" />
      <DateField form={form} name="to" label="Last day" />
    </FormDialog>
  );
}

const field = () => screen.getByRole('textbox', { name: 'First day' });

test.each<[DateFormat, string, string, string]>([
  ['mm/dd/yy', 'mm/dd/yyyy', '3/9/2027', '03/09/2027'],
  ['dd-mm-yy', 'dd-mm-yyyy', '9-3-27', '09-03-2027'],
  ['dd.mm.yy', 'dd.mm.yyyy', '9.3.2027', '09.03.2027'],
  ['yy-mm-dd', 'yyyy-mm-dd', '2027-03-09', '2027-03-09'],
])(
  'a day is typed in %s, which stands in the empty field, and is sent as any calendar has it',
  async (dateFormat, pattern, typed, shown) => {
    prefer({ dateFormat });
    const send = vi.fn();
    const { person } = show(<Probe send={send} />);
    expect(field()).toHaveAttribute('placeholder', pattern);
    expect(field()).toHaveAccessibleDescription(pattern);
    await person.type(field(), `${typed}{Enter}`);
    expect(field()).toHaveValue(shown);
    await waitFor(() => expect(send).toHaveBeenCalledWith({ from: '2027-03-09', to: '' }));
  },
);

test('a day is taken as 2027-03-09 in any format, and written as it was chosen', async () => {
  preferLanguage('da');
  const { person } = show(<Probe send={() => undefined} />);
  await person.type(field(), '2027-03-09');
  expect(field()).toHaveValue('2027-03-09');
  await person.tab();
  expect(field()).toHaveValue('09-03-2027');
  expect(field()).toBeValid();
});

test('what is no date stays as it is typed and is called wrong once it is left, until it is mended', async () => {
  const { person } = show(<Probe send={() => undefined} />);
  await person.type(field(), '02/31/2026');
  expect(field()).toBeValid();
  await person.tab();
  expect(field()).toHaveValue('02/31/2026');
  expect(field()).toBeInvalid();
  expect(field()).toHaveAccessibleDescription(
    /^mm\/dd\/yyyy “02\/31\/2026” is not a date\. Type the date as mm\/dd\/yyyy, such as \d\d\/\d\d\/\d{4}\.$/,
  );
  await person.clear(field());
  expect(field()).toBeValid();
  await person.type(field(), '02/28/2026');
  await person.tab();
  expect(field()).toBeValid();
});

test('what is no date is not sent, whatever key or button says so', async () => {
  preferLanguage('da');
  const send = vi.fn();
  const { person } = show(<Probe send={send} />);
  await person.type(field(), 'i morgen{Enter}');
  expect(field()).toHaveAccessibleDescription(
    /^dd-mm-åååå »i morgen« er ikke en dato\. Skriv datoen som dd-mm-åååå, fx \d\d-\d\d-\d{4}\.$/,
  );
  await person.clear(field());
  await person.click(screen.getByRole('button', { name: 'Save' }));
  expect(field()).toHaveAccessibleDescription(/^dd-mm-åååå Skriv datoen som dd-mm-åååå, fx/);
  expect(field()).toHaveFocus();
  expect(send).not.toHaveBeenCalled();
});

test('a day is picked with keys from the calendar, which opens at the day that stands there', async () => {
  const send = vi.fn();
  const { person } = show(<Probe from="2026-11-20" send={send} />);
  const button = screen.getByRole('button', { name: 'Choose date: First day' });
  await person.click(button);
  expect(button).toHaveAttribute('aria-expanded', 'true');
  const calendar = await screen.findByRole('group', { name: 'Choose date: First day' });
  await waitFor(() => expect(within(calendar).getAllByText('20')[0]).toHaveFocus());
  // Over the end of a week, where the month goes on.
  await person.keyboard('{ArrowRight}{ArrowRight}{Enter}');
  expect(field()).toHaveValue('11/22/2026');
  expect(button).toHaveFocus();
  expect(screen.queryByRole('group')).toBeNull();
  await person.click(screen.getByRole('button', { name: 'Save' }));
  expect(send).toHaveBeenCalledWith({ from: '2026-11-22', to: '' });
});

test('keys go by weeks, months and years, and to the ends of a week', async () => {
  const { person } = show(<Probe from="2026-10-31" send={() => undefined} />);
  await person.click(screen.getByRole('button', { name: 'Choose date: First day' }));
  const calendar = await screen.findByRole('group', { name: 'Choose date: First day' });
  const stands = (day: string) =>
    waitFor(() =>
      expect(calendar.querySelector(':focus')?.parentElement).toHaveAttribute('data-day', day),
    );
  await stands('2026-10-31');
  for (const [keys, day] of [
    ['{PageUp}', '2026-09-30'],
    ['{PageDown}{ArrowDown}', '2026-11-06'],
    ['{Shift>}{PageUp}{/Shift}', '2025-11-06'],
    ['{ArrowUp}', '2025-10-30'],
    ['{Home}', '2025-10-26'],
    ['{End}', '2025-11-01'],
  ] as const) {
    await person.keyboard(keys);
    await stands(day);
  }
});

test('Escape puts the calendar away and leaves the dialog', async () => {
  const { person } = show(<Probe from="2026-11-20" send={() => undefined} />);
  const button = screen.getByRole('button', { name: 'Choose date: First day' });
  await person.click(button);
  await screen.findByRole('group', { name: 'Choose date: First day' });
  await person.keyboard('{Escape}');
  expect(screen.queryByRole('group')).toBeNull();
  expect(button).toHaveFocus();
  expect(screen.getByRole('dialog')).toBeVisible();
  expect(field()).toHaveValue('11/20/2026');
});
