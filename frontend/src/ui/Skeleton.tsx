/** Grey shapes in the place of what is coming, so that nothing jumps when it comes. */
export function Skeleton({ lines = 3, height }: { lines?: number; height?: string }) {
  return (
    <div className="g-skeleton" aria-hidden="true">
      {Array.from({ length: lines }, (_, line) => (
        <span
          key={line}
          className="g-bone"
          style={{ height, width: height ? undefined : `${90 - ((line * 17) % 40)}%` }}
        />
      ))}
    </div>
  );
}
