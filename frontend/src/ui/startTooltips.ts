/** Tooltips come in a chunk of their own, once there is something to point at. */
export async function startTooltips(): Promise<void> {
  const { followTooltips } = await import('./tooltips');
  followTooltips();
}
