/** An id that can be read, selected and copied with one click. */
import { useEffect, useState } from 'react';
import { useLabels } from '@/kernel/i18n';
import { announce, ANNOUNCED_MS } from './announcing';
import { copyText } from './copyText';
import { Icon } from './Icon';
import { labels } from './labels';

interface CopyIdProps {
  value: string;
  name?: string;
  short?: boolean;
  /** The id itself stands beside it, such as a link. */
  bare?: boolean;
}

export function CopyId({ value, name, short = false, bare = false }: CopyIdProps) {
  const words = useLabels(labels);
  const [copied, setCopied] = useState(false);
  const [withheld, setWithheld] = useState(false);
  useEffect(() => {
    if (!copied) return undefined;
    const timer = setTimeout(() => setCopied(false), ANNOUNCED_MS);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = async () => {
    const isCopied = await copyText(value);
    setCopied(isCopied);
    if (isCopied) announce(words.copied);
    // What cannot be copied stands there whole, to be selected.
    setWithheld(!isCopied);
  };
  const shown = short && !withheld && value.length > 13 ? `${value.slice(0, 8)}…` : value;
  return (
    <span className="g-copy">
      {!bare && <code title={short ? value : undefined}>{shown}</code>}
      <button
        type="button"
        className="g-copy-button"
        aria-label={words.copy(name ?? words.correlationId)}
        onClick={(event) => {
          event.stopPropagation();
          void copy();
        }}
      >
        <Icon name={copied ? 'check' : 'copy'} />
      </button>
    </span>
  );
}
