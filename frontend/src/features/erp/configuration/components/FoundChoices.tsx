/** The companies that the last check has seen, to be chosen instead of typed. */
import { useQuery } from '@apollo/client/react';
import { ErpSectionChecksDocument, type ErpChecked } from '@/generated/graphql';
import { useLabels } from '@/kernel/i18n';
import { AS_READ } from '@/kernel/policies';
import { AgeText, Button, type Form } from '@/ui';
import { useInLanguage } from '../../words';
import { labels } from '../labels';

export function FoundChoices({
  form,
  of,
}: {
  form: Form<Readonly<Record<string, string>>>;
  of: ErpChecked;
}) {
  const words = useLabels(labels);
  const tell = useInLanguage();
  const { data } = useQuery(ErpSectionChecksDocument, {
    variables: { of },
    fetchPolicy: AS_READ,
  });
  const result = data?.erpValidation?.checks.find(({ name }) => name === 'company')?.result;
  if (!result || result.items.length === 0 || !('company' in form.values)) return null;
  return (
    <div className="ec-choices" role="group" aria-label={words.found}>
      <p className="g-muted">
        {words.found}, <AgeText value={result.started} />
      </p>
      {result.items.map(({ id, text }) => (
        <Button
          key={id}
          small
          aria-pressed={form.values['company'] === id}
          onClick={() => form.change({ company: id })}
        >
          {tell(text)}
        </Button>
      ))}
    </div>
  );
}
