/** Words for a screen reader, of what eyes see where it happens, such as that an id was copied. */
import { createStore } from '@/kernel/store';

/** As long as a mark for the eyes stands; the same words after it are news again. */
export const ANNOUNCED_MS = 2000;

export const announced = createStore('');
let timer: ReturnType<typeof setTimeout> | undefined;

/** Have it read out once the screen reader has finished; the toast area is the page's one place for it. */
export function announce(text: string): void {
  clearTimeout(timer);
  announced.set(text);
  timer = setTimeout(() => announced.set(''), ANNOUNCED_MS);
}
