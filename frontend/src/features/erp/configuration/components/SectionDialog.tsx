/** Changes the settings of one section in the draft. What is typed survives a new sign-in; secrets only go in. */
import { useMutation } from '@apollo/client/react';
import { useEffect } from 'react';
import { SaveErpDraftDocument, type ErpChecked } from '@/generated/graphql';
import { useLabels } from '@/kernel/i18n';
import { FormDialog, attempt, tellDone, useForm, useRefreshed } from '@/ui';
import { labels } from '../labels';
import { begunWith, changesOf, type SectionPart } from '../parts';
import { FoundChoices } from './FoundChoices';
import { SettingField, settingFieldId } from './SettingField';

interface SectionDialogProps {
  part: SectionPart;
  of: ErpChecked;
  revision: number | null;
  /** The setting that somebody came for. */
  first: string | null;
  onClose: () => void;
}

export function SectionDialog({ part, of, revision, first, onClose }: SectionDialogProps) {
  const words = useLabels(labels);
  const [save] = useMutation(SaveErpDraftDocument);
  const refreshed = useRefreshed();
  const form = useForm({
    initial: begunWith(part.values),
    check: (typed) =>
      part.values
        .filter(
          ({ setting, fallback, hasValue }) =>
            setting.isRequired &&
            !fallback &&
            !typed[setting.name]?.trim() &&
            !(setting.kind === 'SECRET' && hasValue),
        )
        .map(({ setting }) => ({ path: setting.name, message: words.required })),
    send: async (typed) => {
      const { values, secrets } = changesOf(part.values, typed);
      if (values.length === 0 && secrets.length === 0) return [];
      const { refused } = await attempt(
        async () => (await save({ variables: { values, secrets, revision } })).data?.saveErpDraft,
      );
      await refreshed();
      return refused ? [refused] : [];
    },
    onDone: () => {
      onClose();
      tellDone(words.saved);
    },
  });
  const goal = first ? settingFieldId(form.id, first) : null;
  useEffect(() => {
    if (goal) document.getElementById(goal)?.focus();
  }, [goal]);
  return (
    <FormDialog
      title={words.editSection(words[part.section])}
      confirm={words.save}
      form={form}
      onClose={onClose}
    >
      {part.values.map((value) => (
        <SettingField key={value.setting.name} form={form} value={value} />
      ))}
      {part.section === 'COMPANY' && <FoundChoices form={form} of={of} />}
    </FormDialog>
  );
}
