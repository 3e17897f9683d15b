/** Where the one file is given: dropped, pasted as file or as text, or chosen by key. */
import { useEffect, useId, useRef, useState } from 'react';
import { useLabels } from '@/kernel/i18n';
import { Button, Icon } from '@/ui';
import { labels } from '../labels';

const LOOKS_LIKE_XML = /^\s*</;

export function FileField({
  hint,
  small,
  onFile,
}: {
  hint: string;
  small: boolean;
  onFile: (file: File) => void;
}) {
  const words = useLabels(labels);
  const [over, setOver] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const hintId = useId();
  const pastedName = words.pasted;
  useEffect(() => {
    const onPaste = (event: ClipboardEvent) => {
      const file = event.clipboardData?.files[0];
      const text = event.clipboardData?.getData('text') ?? '';
      if (file) onFile(file);
      else if (LOOKS_LIKE_XML.test(text))
        onFile(new File([text], pastedName, { type: 'application/xml' }));
    };
    document.addEventListener('paste', onPaste);
    return () => document.removeEventListener('paste', onPaste);
  }, [onFile, pastedName]);
  const take = (files: FileList | null) => {
    const file = files?.[0];
    if (file) onFile(file);
  };
  return (
    <div
      role="group"
      aria-label={words.dropName}
      className={`v-drop${over ? ' v-drop-over' : ''}${small ? ' v-drop-small' : ''}`}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false);
      }}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        take(event.dataTransfer.files);
      }}
    >
      {!small && <Icon name="cloud-upload" className="v-drop-icon" />}
      <p>{over ? words.dropNow : words.dropHere}</p>
      <input
        ref={input}
        type="file"
        className="g-sr"
        tabIndex={-1}
        aria-label={words.dropName}
        onChange={(event) => {
          take(event.target.files);
          // The same file may be chosen again, mended.
          event.target.value = '';
        }}
      />
      <Button
        look={small ? 'secondary' : 'primary'}
        icon="folder-open"
        aria-describedby={hintId}
        onClick={() => input.current?.click()}
      >
        {words.choose}
      </Button>
      <p id={hintId} className="g-muted">
        {hint}
      </p>
    </div>
  );
}
