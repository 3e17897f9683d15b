/** Months that others propose to close and this person may confirm; nothing where none wait. */
import { useQuery } from '@apollo/client/react';
import { Link } from 'react-router';
import { DashboardMonthsDocument } from '@/generated/graphql';
import { useLabels } from '@/kernel/i18n';
import { formatCount } from '@/kernel/money';
import { paths } from '@/kernel/paths';
import { useMay } from '@/kernel/permissions';
import { useNotation } from '@/kernel/preferences';
import { Icon } from '@/ui';
import { labels } from '../labels';

export function MonthNotice() {
  const words = useLabels(labels);
  const { numberFormat } = useNotation();
  const mayConfirm = useMay('statements.decide');
  const { data } = useQuery(DashboardMonthsDocument, { skip: !mayConfirm });
  const months = data?.accountMonthsToConfirm ?? [];
  const [first] = months;
  if (!first) return null;
  const count = months.reduce((sum, { accounts }) => sum + accounts, 0);
  return (
    <p className="g-notice g-tone-warn">
      <Icon name="hourglass" />{' '}
      <Link to={`${paths.statements}?month=${first.month.slice(0, 7)}&show=PROPOSED`}>
        {words.monthsToConfirm(formatCount(count, numberFormat))}
      </Link>
    </p>
  );
}
