/**
 * Whether another program shows this page in a frame of its own. There the provider's page
 * cannot be shown, and browsers keep storage, cookies and channels apart from those of tabs.
 */
export const isFramed = (page: { parent: unknown; self: unknown } = globalThis.window): boolean =>
  page.parent !== page.self;

/** Hear what a window that was opened here says as a page of this origin, until the returned function is called. */
export function hearWindow(opened: Window, listener: (said: unknown) => void): () => void {
  const hear = ({ origin, source, data }: MessageEvent<unknown>) => {
    if (source === opened && origin === location.origin) listener(data);
  };
  addEventListener('message', hear);
  return () => removeEventListener('message', hear);
}
