/** What the bank gave lately and what became of it; what was kept aside can be taken in after all. */
import { useMutation } from '@apollo/client/react';
import { AcceptBankFileDocument, type OneBankQuery } from '@/generated/graphql';
import { useLabels } from '@/kernel/i18n';
import { useMay } from '@/kernel/permissions';
import { useNotation } from '@/kernel/preferences';
import { AgeText, Button, Tag } from '@/ui';
import { labels } from '../labels';
import { useAct } from '../useBankActions';

type BankFile = OneBankQuery['bankFiles']['edges'][number]['node'];

export function FilesTab({ files }: { files: readonly BankFile[] }) {
  const words = useLabels(labels);
  if (files.length === 0) return <p className="g-muted">{words.noFiles}</p>;
  return (
    <div className="g-table-frame">
      <table className="g-table" aria-label={words.files}>
        <thead>
          <tr>
            <th scope="col">{words.file}</th>
            <th scope="col">{words.received}</th>
            <th scope="col">{words.fate}</th>
          </tr>
        </thead>
        <tbody>
          {files.map((file) => (
            <tr key={file.id}>
              <td data-label={words.file} className="bk-file">
                {file.name}
                <span className="g-sub">{file.kind}</span>
              </td>
              <td data-label={words.received}>
                <AgeText value={file.received} />
              </td>
              <td data-label={words.fate}>
                <Fate file={file} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Fate({ file }: { file: BankFile }) {
  const words = useLabels(labels);
  const { language } = useNotation();
  const mayChange = useMay('banks.change');
  const [accept] = useMutation(AcceptBankFileDocument, { variables: { id: file.id } });
  const act = useAct();
  if (file.refusal === null)
    return file.collected ? (
      <Tag tone="good" icon="check">
        {words.collected}
      </Tag>
    ) : (
      <Tag tone="info" icon="clock">
        {words.waits}
      </Tag>
    );
  return (
    <>
      <Tag tone="bad" icon="exclamation-triangle">
        {words.keptAside}
      </Tag>
      <span className="g-sub">{file.said?.[language]}</span>
      {mayChange && (
        <Button
          small
          icon="file-import"
          aria-label={words.acceptOf(file.name)}
          onClick={() =>
            void act(async () => (await accept()).data?.acceptBankFile, words.accepted)
          }
        >
          {words.accept}
        </Button>
      )}
    </>
  );
}
