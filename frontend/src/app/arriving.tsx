/** Parts of the console that come in chunks of their own. */
import { lazy, useState, type ComponentType } from 'react';

type Arriving<P> = ComponentType<P> & {
  /** Load it; resolves also where that fails: drawing it tries again and tells. */
  fetch: () => Promise<void>;
};

/**
 * A component that is loaded when it is first drawn. One that was fetched before is drawn at once:
 * what React shows instead of a missing part stays for a third of a second.
 */
export function arriving<P extends object>(load: () => Promise<ComponentType<P>>): Arriving<P> {
  let here: ComponentType<P> | undefined;
  const get = async () => (here = await load());
  const Late = lazy(async () => ({ default: await get() }));
  function Part(props: P) {
    const [Drawn] = useState<ComponentType<P>>(() => here ?? Late);
    return <Drawn {...props} />;
  }
  return Object.assign(Part, {
    fetch: () =>
      get().then(
        () => undefined,
        () => undefined,
      ),
  });
}
