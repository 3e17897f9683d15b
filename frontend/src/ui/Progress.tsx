/** How far something is; without a figure it says only that it goes on. */
export function Progress({ name, value }: { name: string; value: number | null }) {
  const percent = value === null ? undefined : Math.round(Math.min(1, Math.max(0, value)) * 100);
  return (
    <div
      className={`g-progress${percent === undefined ? ' g-progress-endless' : ''}`}
      role="progressbar"
      aria-label={name}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
    >
      <span style={percent === undefined ? undefined : { width: `${percent}%` }} />
    </div>
  );
}
