import { renderHook, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { http } from 'msw';
import { expect, test, vi } from 'vitest';
import type { UploadKind } from '@/generated/graphql';
import { permissions } from '@/kernel/permissions';
import { preferLanguage } from '@/kernel/preferences';
import { show } from '@/testing/render';
import { bend, server } from '@/testing/server';
import { connection, type Answers } from '@/testing/world/answer';
import { uploads } from '@/testing/world/records';
import { toasts } from '@/ui';
import { useUploadActs } from './bulk';
import { removeTransfer, transfers } from './transfers';
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
      <button type="button" onClick={() => setKind('PAYMENT')}>
        Other page
      </button>
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
  bend({ uploads: () => connection([told.length > 1 ? (told.shift() ?? {}) : (told[0] ?? {})]) });
  const { person } = show(<UploadScreen kind="STATEMENT" />);
  const line = await lineOf('Undo import');
  await person.click(within(line).getByRole('button', { name: 'Undo import' }));
  const dialog = await screen.findByRole('dialog', { name: 'Undo this import?' });
  await waitFor(() =>
    expect(within(dialog).getByRole('button', { name: 'Undo import' })).toBeEnabled(),
  );
  await person.click(within(dialog).getByRole('button', { name: 'Undo import' }));
  expect(await screen.findByText('Undone', undefined, { timeout: 5000 })).toBeInTheDocument();
});

test('an undo that failed says why on its line', async () => {
  const [, statement] = uploads;
  const refused = {
    ...(statement?.['job'] as object),
    verb: 'undo',
    state: 'FAILED',
    said: {
      en: 'This import cannot be undone: week.xml repeats entries of it.',
      da: 'Importen kan ikke fortrydes: kontoudtoget week.xml gentager posteringer fra den.',
    },
  };
  bend({ uploads: () => connection([{ ...statement, job: refused }]) });
  show(<UploadScreen kind="STATEMENT" />);
  expect(
    await screen.findByText('This import cannot be undone: week.xml repeats entries of it.'),
  ).toBeInTheDocument();
});

test('an act that is refused is told in the reader’s language', async () => {
  preferLanguage('da');
  const file = uploads.find((upload) => upload['wrongKind'] === 'PAYMENT') ?? {};
  bend({
    uploads: () => connection([file]),
    moveUpload: () => ({
      __typename: 'Problem',
      code: 'uploads.on_right_page',
      message: 'The file is on the right page already.',
      path: null,
    }),
  });
  const { person } = show(<UploadScreen kind="STATEMENT" />);
  await person.click(await screen.findByRole('button', { name: 'Flyt til Upload betalinger' }));
  await waitFor(() =>
    expect(toasts.get()).toEqual([
      expect.objectContaining({
        severity: 'error',
        text: 'Filen er allerede på den rigtige side.',
      }),
    ]),
  );
});

test('a file that is moved arrives on its page, however soon one goes there', async () => {
  let moved = false;
  let move = () => undefined as void;
  const asked = new Promise<void>((resolve) => {
    move = resolve;
  });
  const file = uploads.find((upload) => upload['wrongKind'] === 'PAYMENT') ?? {};
  bend({
    moveUpload: async () => {
      await asked;
      moved = true;
      return success;
    },
    uploads: ({ filter }: { filter: { kind: UploadKind } }) =>
      connection((filter.kind === 'PAYMENT') === moved ? [file] : []),
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
  bend({
    uploads: () =>
      connection([
        {
          ...statement,
          state: 'REFUSED',
          counts: null,
          job: null,
          findings: [
            {
              severity: 'WARNING',
              code: 'version_unknown',
              message: 'Newer.',
              said: {
                en: 'Newer.',
                da: 'Versionen er nyere end de kendte; det, den tilføjer, er ikke læst.',
              },
              line: 1,
              path: null,
            },
            {
              severity: 'ERROR',
              code: 'truncated',
              message: 'The file ends before its end.',
              said: { en: 'The file ends before its end.', da: 'Filen slutter før sin slutning.' },
              line: 9,
              path: null,
            },
          ],
        },
      ]),
  });
  show(<UploadScreen kind="STATEMENT" />);
  expect(await screen.findByText('Filen slutter før sin slutning.')).toBeInTheDocument();
  expect(screen.queryByText('The file ends before its end.')).toBeNull();
});

test('a file that is empty or over the limit is told so and never sent; one of exactly the limit is sent', async () => {
  const sent: string[] = [];
  server.use(
    http.post('*/api/upload', async ({ request }) => {
      sent.push(/filename="(.*?)"/.exec(await request.text())?.[1] ?? '');
      return Response.json(
        { jobs: [{ uploadId: 'u99', jobId: 'j', name: 'x' }], problems: [] },
        { status: 202 },
      );
    }),
  );
  vi.stubGlobal('giroscope', { maxUploadBytes: 10 });
  const { person } = show(<UploadScreen kind="PAYMENT" />);
  const sized = (name: string, size: number) => new File(['x'.repeat(size)], name);
  await person.upload(screen.getByLabelText('Upload payments', { selector: 'input' }), [
    sized('empty.xml', 0),
    sized('fits.xml', 10),
    sized('over.xml', 11),
  ]);
  expect(await screen.findByText('This file is empty.')).toBeVisible();
  expect(screen.getByText(/larger than 10 B/)).toBeVisible();
  await waitFor(() => expect(sent).toEqual(['fits.xml']));
  for (const { key } of transfers.get()) removeTransfer(key);
  vi.unstubAllGlobals();
});

test('an import that others stand on is not taken back, and says on what', async () => {
  const taken = vi.fn(() => success);
  bend({ undoUpload: taken, uploads: () => connection(uploads.filter(({ id }) => id === 'u6')) });
  const { person } = show(<UploadScreen kind="STATEMENT" />);
  await person.click(await screen.findByRole('button', { name: 'Undo import' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(await dialog.findByText(/repeats entries of it/)).toBeVisible();
  expect(dialog.queryByRole('button', { name: 'Undo import' })).not.toBeInTheDocument();
  expect(taken).not.toHaveBeenCalled();
});

test('whoever may only read is offered no act on many', async () => {
  permissions.set({ verbs: new Set(['uploads.read']) });
  const { person } = show(<UploadScreen kind="STATEMENT" />);
  await screen.findByRole('table');
  await person.click(screen.getAllByRole('checkbox', { name: /^Choose camt/ })[0] as HTMLElement);
  const acts = within(screen.getByRole('group', { name: 'Actions for the chosen rows' }))
    .getAllByRole('button')
    .map(({ textContent }) => textContent);
  for (const act of ['Undo import', 'Try again', 'Cancel']) expect(acts).not.toContain(act);
});

test.each([
  ['uploads.create', ['retry', 'move']],
  ['uploads.cancel', ['cancel']],
  ['uploads.undo', ['undo']],
  ['uploads.read', []],
])('whoever has %s is offered for many files: %j', (verb, acts) => {
  permissions.set({ verbs: new Set([verb]) });
  expect(renderHook(() => useUploadActs('PAYMENT')).result.current.map(({ key }) => key)).toEqual(
    acts,
  );
});

test.each<[string, string, keyof Answers, object]>([
  ['u1', 'Cancel year-2026.xml', 'cancelJob', { id: 'job-u1' }],
  ['u5', 'Try again', 'retryJob', { id: 'job-u5' }],
  ['u4', 'Move to Upload payments', 'moveUpload', { id: 'u4' }],
])('of %s: “%s” is asked for that file', async (id, name, field, args) => {
  const asked: object[] = [];
  bend({
    uploads: () => connection(uploads.filter((upload) => upload['id'] === id)),
    [field]: (given: object) => {
      asked.push(given);
      return success;
    },
  });
  const { person } = show(<UploadScreen kind="STATEMENT" />);
  await person.click(await screen.findByRole('button', { name }));
  await waitFor(() => expect(asked).toEqual([args]));
});

test('a file is imported again by the document that was kept of it', async () => {
  const asked: unknown[] = [];
  server.use(
    http.post('*/api/reimport', async ({ request }) => {
      asked.push(await request.json());
      return Response.json({ jobs: [] }, { status: 202 });
    }),
  );
  const file = uploads.find(({ id }) => id === 'u2') ?? {};
  bend({ uploads: () => connection([file]) });
  const { person } = show(<UploadScreen kind="STATEMENT" />);
  await person.click(await screen.findByRole('button', { name: 'Import again' }));
  await waitFor(() =>
    expect(asked).toEqual([{ documentId: (file['document'] as { id: string }).id }]),
  );
});

test('the files uploaded together can be shown by themselves, and the filter taken off', async () => {
  const asked: unknown[] = [];
  bend({
    uploads: ({ filter }) => {
      asked.push(filter);
      return connection(uploads.filter(({ id }) => id === 'u6'));
    },
  });
  const { person } = show(<UploadScreen kind="STATEMENT" />, '/upload/statement?batch=b1');
  await person.click(await screen.findByRole('button', { name: 'Uploaded together' }));
  expect(asked[0]).toMatchObject({ kind: 'STATEMENT', batch: 'b1' });
  await waitFor(() => expect(asked.at(-1)).toMatchObject({ kind: 'STATEMENT', batch: null }));
});
