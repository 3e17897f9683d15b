import { screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import type { UploadKind } from '@/generated/graphql';
import { preferLanguage } from '@/kernel/preferences';
import { show } from '@/testing/render';
import { bend } from '@/testing/server';
import { connection } from '@/testing/world/answer';
import { uploads } from '@/testing/world/records';
import { toasts } from '@/ui';
import { UploadScreen } from './UploadScreen';

const success = { __typename: 'Success', id: null };

/** The line of a file, by the button that is in it alone. */
async function lineOf(button: string): Promise<HTMLElement> {
  return (await screen.findByRole('button', { name: button })).closest('tr') as HTMLElement;
}

/** Both pages, as the menu changes between them. */
function Pages() {
  const [kind, setKind] = useState<UploadKind>('STATEMENT');
  return (
    <>
      <button type="button" onClick={() => setKind('PAYMENT')}>Other page</button>
      <UploadScreen key={kind} kind={kind} />
    </>
  );
}

test('an undo is followed to its end', async () => {
  const [, statement] = uploads;
  const told = [
    { ...statement },
    { ...statement, job: { ...(statement?.['job'] as object), verb: 'undo', state: 'RUNNING' } },
    { ...statement, state: 'UNDONE', counts: null, undoable: false },
  ];
  bend({ uploads: () => connection([told.length > 1 ? told.shift() ?? {} : told[0] ?? {}]) });
  const { person } = show(<UploadScreen kind="STATEMENT" />);
  const line = await lineOf('Undo import');
  await person.click(within(line).getByRole('button', { name: 'Undo import' }));
  const dialog = await screen.findByRole('dialog', { name: 'Undo this import?' });
  await waitFor(() => expect(within(dialog).getByRole('button', { name: 'Undo import' })).toBeEnabled());
  await person.click(within(dialog).getByRole('button', { name: 'Undo import' }));
  expect(await screen.findByText('Undone', undefined, { timeout: 5000 })).toBeInTheDocument();
});

test('an undo that failed says why on its line', async () => {
  const [, statement] = uploads;
  const refused = { ...(statement?.['job'] as object), verb: 'undo', state: 'FAILED', said: { en: 'This import cannot be undone: week.xml repeats entries of it.', da: 'Importen kan ikke fortrydes: kontoudtoget week.xml gentager posteringer fra den.' } };
  bend({ uploads: () => connection([{ ...statement, job: refused }]) });
  show(<UploadScreen kind="STATEMENT" />);
  expect(await screen.findByText('This import cannot be undone: week.xml repeats entries of it.')).toBeInTheDocument();
});

test('an act that is refused is told in the reader’s language', async () => {
  preferLanguage('da');
  const file = uploads.find((upload) => upload['wrongKind'] === 'PAYMENT') ?? {};
  bend({ uploads: () => connection([file]), moveUpload: () => ({ __typename: 'Problem', code: 'uploads.on_right_page', message: 'The file is on the right page already.', path: null }) });
  const { person } = show(<UploadScreen kind="STATEMENT" />);
  await person.click(await screen.findByRole('button', { name: 'Flyt til Upload betalinger' }));
  await waitFor(() => expect(toasts.get()).toEqual([expect.objectContaining({ severity: 'error', text: 'Filen er allerede på den rigtige side.' })]));
});

test('a file that is moved arrives on its page, however soon one goes there', async () => {
  let moved = false;
  let move = () => undefined as void;
  const asked = new Promise<void>((resolve) => { move = resolve; });
  const file = uploads.find((upload) => upload['wrongKind'] === 'PAYMENT') ?? {};
  bend({
    moveUpload: async () => {
      await asked;
      moved = true;
      return success;
    },
    uploads: ({ filter }: { filter: { kind: UploadKind } }) => connection((filter.kind === 'PAYMENT') === moved ? [file] : []),
  });
  const { person } = show(<Pages />);
  await person.click(await screen.findByRole('button', { name: 'Move to Upload payments' }));
  await person.click(screen.getByRole('button', { name: 'Other page' }));
  expect(await screen.findByText('Nothing uploaded yet')).toBeInTheDocument();
  move();
  expect(await screen.findByText(String(file['name']))).toBeInTheDocument();
});

test('a file opens beside the list, and its address shows it again, also where the list does not hold it', async () => {
  const name = String(uploads[1]?.['name']);
  const { person, addressNow } = show(<UploadScreen kind="STATEMENT" />);
  await screen.findByRole('table');
  await person.click(screen.getAllByRole('link', { name })[0] as HTMLElement);
  const drawer = await screen.findByRole('dialog', { name: 'Upload' });
  expect(within(drawer).getByRole('heading', { name })).toBeInTheDocument();
  expect(addressNow()).toContain(`upload=${String(uploads[1]?.['id'])}`);
  await person.keyboard('{Escape}');
  expect(addressNow()).not.toContain('upload=');
});

test('an address of an upload that is not there says so', async () => {
  show(<UploadScreen kind="STATEMENT" />, '/?upload=nobody');
  expect(await screen.findByText('This upload is not there')).toBeInTheDocument();
});

test('why a file was refused stands on its line, in the reader’s language', async () => {
  preferLanguage('da');
  const [, statement] = uploads;
  bend({ uploads: () => connection([{ ...statement, state: 'REFUSED', counts: null, job: null, findings: [{ severity: 'WARNING', code: 'version_unknown', message: 'Newer.', line: 1, path: null }, { severity: 'ERROR', code: 'truncated', message: 'The file ends before its end.', line: 9, path: null }] }]) });
  show(<UploadScreen kind="STATEMENT" />);
  expect(await screen.findByText('Filen slutter før sin slutning.')).toBeInTheDocument();
  expect(screen.queryByText('The file ends before its end.')).toBeNull();
});
