/** Files that wait for their preview: one is shown at a time, in the order they were given. */
import { useMemo, useState } from 'react';
import type { UploadKind } from '@/generated/graphql';
import { addFiles } from './transfers';

interface Waiting {
  files: readonly File[];
  /** How many were shown before the first of them. */
  done: number;
  /** The transfer of the file imported last: the next preview stands on what it brings. */
  after: string | null;
}

const NONE: Waiting = { files: [], done: 0, after: null };
const noFlaw = () => null;

export function usePreviews(kind: UploadKind) {
  const [{ files, done, after }, setWaiting] = useState(NONE);
  return useMemo(() => {
    const [file] = files;
    const next = (imported: string | null) =>
      setWaiting((now) =>
        now.files.length > 1
          ? { files: now.files.slice(1), done: now.done + 1, after: imported ?? now.after }
          : NONE,
      );
    return {
      show: (given: readonly File[]) =>
        setWaiting((now) => ({ ...now, files: [...now.files, ...given] })),
      current: file && {
        key: `${done}`,
        props: {
          file,
          number: done + 1,
          of: done + files.length,
          after,
          onImport: (fingerprint: string) =>
            next(addFiles([file], kind, noFlaw, fingerprint)[0] ?? null),
          onSkip: () => next(null),
          onCancel: () => setWaiting(NONE),
        },
      },
    };
  }, [after, done, files, kind]);
}
