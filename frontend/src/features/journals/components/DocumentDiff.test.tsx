/** Differences of any size are shown: only rows in sight are drawn, and what is not aligned says so. */
import { fireEvent, screen, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { expect, test } from 'vitest';
import type { DocumentLineFragment } from '@/generated/graphql';
import { preferLanguage } from '@/kernel/preferences';
import { show } from '@/testing/render';
import { server } from '@/testing/server';
import { DocumentDiff } from './DocumentDiff';

const document = (id: string) => ({ id, name: `${id}.xml` }) as DocumentLineFragment;
const many = (count: number, make: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => make(at)).join('\n');

function compare(left: string, right: string) {
  server.use(
    http.get('*/api/documents/:id', ({ params }) =>
      HttpResponse.text(params['id'] === 'left' ? left : right),
    ),
  );
  show(<DocumentDiff left={document('left')} right={document('right')} />, '/');
}

test('what differs stands between what is alike, with its numbers', async () => {
  compare('<a>\n<b>1</b>\n</a>', '<a>\n<b>2</b>\n</a>');
  const table = await screen.findByRole('table', { name: 'Differences of the two documents' });
  const told = within(table)
    .getAllByRole('row')
    .map((row) => row.textContent);
  expect(told.slice(1)).toEqual([
    '11 <a>',
    '2−Only left: <b>1</b>',
    '2+Only right: <b>2</b>',
    '33 </a>',
  ]);
  expect(screen.getByText('Lines that differ: 2.')).toBeInTheDocument();
});

test('of many thousand lines only those in sight are drawn, wherever that is', async () => {
  compare(
    many(20_000, (at) => `old ${at}`),
    many(20_000, (at) => `new ${at}`),
  );
  const table = await screen.findByRole('table');
  expect(table).toHaveAttribute('aria-rowcount', '40002');
  expect(within(table).getAllByRole('row').length).toBeLessThan(120);
  expect(table).toHaveTextContent(
    'Not aligned, too little in common: first the 20,000 lines on the left, then the 20,000 on the right',
  );
  expect(
    screen.getByText(/Some parts have too little in common to be aligned/),
  ).toBeInTheDocument();
  const frame = screen.getByRole('region', { name: 'Differences of the two documents' });
  frame.scrollTop = 30_001 * 20;
  fireEvent.scroll(frame);
  expect(within(table).getByText('new 10000')).toBeInTheDocument();
  expect(within(table).queryByText('old 0')).not.toBeInTheDocument();
});

test('in Danish it is said in Danish', async () => {
  preferLanguage('da');
  compare('a', 'a');
  expect(await screen.findByText('De to dokumenter er ens, linje for linje.')).toBeInTheDocument();
});
