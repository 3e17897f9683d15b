/** That a passkey signed a decision, with all that it takes to verify it elsewhere. */
import type { ProofOfPasskeyFragment } from '@/generated/graphql';
import { useLabels } from '@/kernel/i18n';
import { CopyId, Facts, Icon } from '@/ui';
import { labels } from '../labels';

export function ProofOfPasskey({ proof }: { proof: ProofOfPasskeyFragment | null | undefined }) {
  const words = useLabels(labels);
  if (!proof) return null;
  const parts = [
    [words.proofStatement, proof.statement],
    [words.proofChallenge, proof.challenge],
    [words.proofCredential, proof.credentialId],
    [words.proofClient, proof.clientData],
    [words.proofDevice, proof.authenticatorData],
    [words.proofSignature, proof.signature],
    [words.proofKey, proof.publicKey],
  ] as const;
  return (
    <details className="ap-proof">
      <summary>
        <Icon name="key" /> {words.proofBy(proof.passkey)}
      </summary>
      <p className="g-muted">{words.proofHelp}</p>
      <Facts
        facts={parts.map(([name, value]) => [
          name,
          <CopyId key={name} value={value} name={name} />,
        ])}
      />
    </details>
  );
}
