/** What endpoints are told, newest first. */
import { useMemo } from 'react';
import {
  WebhookDeliveryListDocument,
  type WebhookDeliveryLineFragment,
  type WebhookEndpointLineFragment,
} from '@/generated/graphql';
import { useLabels } from '@/kernel/i18n';
import { useUrlFilter } from '@/kernel/urlState';
import { List, useList, useListOrder } from '@/ui';
import { deliveryColumns } from '../columns';
import { labels } from '../labels';
import { deliveryFilter, deliveryOrder, toServerFilter } from '../paths';
import { DeliveryDrawer } from './DeliveryDrawer';
import { DeliveryFilters } from './DeliveryFilters';

const rowKey = (row: WebhookDeliveryLineFragment) => row.id;

export function DeliveryList({ endpoints }: { endpoints: readonly WebhookEndpointLineFragment[] }) {
  const words = useLabels(labels);
  const url = useUrlFilter(deliveryFilter);
  const { sorting, direction } = useListOrder(deliveryOrder);
  const list = useList({
    name: 'webhookDeliveries',
    document: WebhookDeliveryListDocument,
    variables: { filter: toServerFilter(url.filter), orderBy: { direction } },
    connection: ({ webhookDeliveries }) => webhookDeliveries,
    rowKey,
    record: 'delivery',
  });
  const columns = useMemo(() => deliveryColumns(words, list.to), [words, list.to]);
  return (
    <section className="wh-deliveries" aria-label={words.deliveries}>
      <h2>{words.deliveries}</h2>
      <DeliveryFilters url={url} endpoints={endpoints} />
      <List
        list={list}
        caption={words.deliveries}
        columns={columns}
        sorting={sorting}
        filtered={url.filtered}
        onClear={url.clear}
        exportable
        empty={{ picture: 'inbox', title: words.noDeliveries, text: words.noDeliveriesText }}
        renderDrawer={(id, walk) => <DeliveryDrawer key={id} id={id} {...walk} />}
      />
    </section>
  );
}
