/** The columns of the deliveries. */
import { Link, type To } from 'react-router';
import type { WebhookDeliveryLineFragment } from '@/generated/graphql';
import type { Words } from '@/kernel/i18n';
import { InstantText, NoValue, ROW_LINK, type Column } from '@/ui';
import { DeliveryTag } from './components/DeliveryTag';
import type { labels } from './labels';

type Row = WebhookDeliveryLineFragment;

/** Columns; `open` gives the address that shows a delivery beside the list. */
export function deliveryColumns(
  words: Words<typeof labels>,
  open: (row: Row) => To,
): readonly Column<Row>[] {
  return [
    {
      key: 'time',
      header: words.time,
      sort: 'TIME',
      width: 13,
      exports: ['created'],
      cell: (row) => <InstantText value={row.created} seconds />,
    },
    {
      key: 'type',
      header: words.type,
      width: 16,
      exports: ['type'],
      cell: (row) => (
        <Link to={open(row)} preventScrollReset {...ROW_LINK}>
          {words[row.type]}
        </Link>
      ),
    },
    {
      key: 'endpoint',
      header: words.endpoint,
      width: 14,
      exports: ['endpoint'],
      cell: (row) => row.endpoint.name,
    },
    {
      key: 'state',
      header: words.state,
      width: 15,
      exports: ['state', 'status', 'failure'],
      cell: (row) => <DeliveryTag delivery={row} />,
    },
    {
      key: 'attempts',
      header: words.attempts,
      width: 7,
      exports: ['tries'],
      cell: (row) => row.tries,
    },
    {
      key: 'next',
      header: words.nextTry,
      width: 13,
      priority: 2,
      exports: ['nextTry'],
      cell: (row) => (row.nextTry ? <InstantText value={row.nextTry} seconds /> : <NoValue />),
    },
  ];
}
