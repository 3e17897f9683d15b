/** Where files are given: dropped, pasted, or chosen with the keyboard. */
import { useEffect, useId, useRef, useState, type ReactNode } from 'react';
import { useLabels } from '@/kernel/i18n';
import { Button, Icon } from '@/ui';
import { labels } from '../labels';

export function DropZone({
  name,
  hint,
  onFiles,
  children,
}: {
  name: string;
  hint: ReactNode;
  /** What is chosen for the files before they are given. */ children?: ReactNode;
  onFiles: (files: readonly File[]) => void;
}) {
  const words = useLabels(labels);
  const [over, setOver] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const hintId = useId();
  useEffect(() => {
    const onPaste = (event: ClipboardEvent) => {
      const files = [...(event.clipboardData?.files ?? [])];
      if (files.length > 0) onFiles(files);
    };
    document.addEventListener('paste', onPaste);
    return () => document.removeEventListener('paste', onPaste);
  }, [onFiles]);
  return (
    <div
      role="group"
      aria-label={name}
      className={`u-drop${over ? ' u-drop-over' : ''}`}
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
        onFiles([...event.dataTransfer.files]);
      }}
    >
      <Icon name="cloud-upload" className="u-drop-icon" />
      <p className="u-drop-words">{over ? words.dropNow : words.dropHere}</p>
      <input
        ref={input}
        type="file"
        multiple
        className="g-sr"
        tabIndex={-1}
        aria-label={name}
        onChange={(event) => {
          onFiles([...(event.target.files ?? [])]);
          // The same file may be chosen again after a failure.
          event.target.value = '';
        }}
      />
      <Button
        look="primary"
        icon="folder-open"
        aria-describedby={hintId}
        onClick={() => input.current?.click()}
      >
        {words.choose}
      </Button>
      <p id={hintId} className="g-muted">
        {hint}
      </p>
      {children}
    </div>
  );
}
