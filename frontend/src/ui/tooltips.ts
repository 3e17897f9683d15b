/**
 * What an element says in its `title`, in the theme's own looks: when it is pointed at, reached by
 * key, or held under a finger. The attribute is set aside meanwhile, so that the browser adds none.
 * Text that has no room and ends in dots is told whole in the same way; whoever walks a list by
 * key is told what is cut in the row they stay at.
 */

const WAIT_MS = 350;
const LINGER_MS = 150;
const HELD_MS = 450;
const GAP_PX = 6;
const ID = 'g-tooltip';

let bubble: HTMLElement | undefined;
/** `title` is null where the whole of a text that is cut is shown, which is read out anyway. */
let shownFor: { element: Element; title: string | null; described: string | null } | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Follow every element that says something in its `title` or is cut, now and later. */
export function followTooltips(): void {
  const at = ({ target }: Event) =>
    target instanceof Element ? (target.closest('[title]') ?? cutAt(target)) : null;
  document.addEventListener('pointerover', (event) => {
    if (event.target instanceof Node && bubble?.contains(event.target)) return clearTimeout(timer);
    if (event.pointerType === 'touch') return undefined;
    const element = at(event);
    if (element) later(WAIT_MS, () => show(element));
    else if (shownFor && event.target instanceof Node && !shownFor.element.contains(event.target))
      later(LINGER_MS, hide);
    return undefined;
  });
  document.addEventListener('focusin', ({ target }) => {
    if (!(target instanceof Element) || !target.matches(':focus-visible')) return;
    if (target.hasAttribute('title')) show(target);
    // Not at once: whoever goes on to the next row sees it, and not what is told of this one.
    else later(WAIT_MS, () => showCut(target));
  });
  document.addEventListener('focusout', hide);
  document.addEventListener('pointerdown', (event) => {
    hide();
    const element = event.pointerType === 'touch' ? at(event) : null;
    if (element) later(HELD_MS, () => show(element));
  });
  for (const over of ['pointerup', 'pointercancel'])
    document.addEventListener(over, () => !shownFor && clearTimeout(timer));
  document.addEventListener('keydown', ({ key }) => key === 'Escape' && hide(), true);
  addEventListener('scroll', hide, { capture: true, passive: true });
}

function later(ms: number, act: () => void): void {
  clearTimeout(timer);
  timer = setTimeout(act, ms);
}

const isCut = (element: Element) =>
  element.scrollWidth > element.clientWidth &&
  getComputedStyle(element).textOverflow === 'ellipsis';

/** The text that a place lies in, where it is cut and ends in dots. */
function cutAt(target: Element): Element | null {
  for (let at: Element | null = target; at && !at.matches('tr, body'); at = at.parentElement)
    if (isCut(at)) return at;
  return null;
}

/** The texts in a place that are cut, or the one that the place lies in. */
function cutIn(place: Element): Element[] {
  const around = cutAt(place);
  if (around) return [around];
  const cut = [...place.querySelectorAll('*')].filter(isCut);
  return cut.filter((each) => !cut.some((other) => other !== each && other.contains(each)));
}

/** Show all that is cut around what the focus is on: in its row, or in itself. */
function showCut(focused: Element): void {
  const place = focused.closest('tbody > tr, th') ?? focused.closest('a, button, summary');
  const cut = place ? cutIn(place) : [];
  if (cut[0]) show(cut[0], cut.length > 1 ? cut.map(named).join('\n') : undefined);
}

/** What is cut of an element, and what its title says besides. */
function wholeOf(element: Element, title: string | null): string {
  const cut = cutIn(element).map((each) => (each as HTMLElement).innerText);
  return [...cut.filter((text) => !title?.includes(text)), title ?? ''].filter(Boolean).join('\n');
}

/** A text of a row with the heading of its column, since it stands among others. */
function named(element: Element): string {
  const heading = element.closest('[data-label]')?.getAttribute('data-label');
  const { innerText } = element as HTMLElement;
  return heading ? `${heading}: ${innerText}` : innerText;
}

function show(element: Element, told?: string): void {
  clearTimeout(timer);
  const title = element.getAttribute('title');
  const text = told ?? wholeOf(element, title);
  if (!text || !element.isConnected) return;
  hide();
  shownFor = { element, title, described: element.getAttribute('aria-describedby') };
  element.removeAttribute('title');
  // What is its only name stays its name; else it is what describes it.
  if (title !== null && element.getAttribute('aria-label') !== title)
    element.setAttribute('aria-describedby', [shownFor.described, ID].filter(Boolean).join(' '));
  bubble = document.createElement('div');
  Object.assign(bubble, { id: ID, className: 'g-tooltip', textContent: text });
  bubble.setAttribute('role', 'tooltip');
  // First of its layer, so that notices lie above it; a question is a layer of its own.
  (element.closest('dialog') ?? document.body).prepend(bubble);
  put(bubble, element.getBoundingClientRect());
}

function put(tip: HTMLElement, { left, width, top, bottom }: DOMRect): void {
  const { offsetWidth, offsetHeight, style } = tip;
  const isBelow = bottom + GAP_PX + offsetHeight <= innerHeight;
  const middle = left + width / 2 - offsetWidth / 2;
  style.left = `${Math.max(GAP_PX, Math.min(middle, innerWidth - offsetWidth - GAP_PX))}px`;
  style.top = `${isBelow ? bottom + GAP_PX : Math.max(0, top - GAP_PX - offsetHeight)}px`;
}

function hide(): void {
  clearTimeout(timer);
  if (!shownFor) return;
  const { element, title, described } = shownFor;
  shownFor = undefined;
  bubble?.remove();
  bubble = undefined;
  // Drawn anew meanwhile, it says what it says now.
  if (title !== null && !element.hasAttribute('title')) element.setAttribute('title', title);
  if (described === null) element.removeAttribute('aria-describedby');
  else element.setAttribute('aria-describedby', described);
}
