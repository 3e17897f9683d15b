/** How questions are asked that are not answered from what was read; each way has its reason. */

/** Nobody tells when the answer changes: shown as it was, and read anew whenever it is opened. */
export const UNTOLD = 'cache-and-network';
/** It never changes, or another part of the page reads it anew. */
export const AS_READ = 'cache-first';
/** People decide about money by it: shown as it was, and looked at anew before they do. */
export const DECIDED_BY = 'cache-and-network';
/** What holds at this moment: measured, previewed, or just done. */
export const RIGHT_NOW = 'network-only';
/** Too much or too secret to be kept. */
export const NOT_KEPT = 'no-cache';
