/**
 * What an element says in its `title`, in the theme's own looks: when it is pointed at, reached by
 * key, or held under a finger. The attribute is set aside meanwhile, so that the browser adds none.
 */

const WAIT_MS = 350;
const LINGER_MS = 150;
const HELD_MS = 450;
const GAP_PX = 6;
const ID = 'g-tooltip';

let bubble: HTMLElement | undefined;
let shownFor: { element: Element; title: string; described: string | null } | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Follow every element that says something in its `title`, now and later. */
export function followTooltips(): void {
  const at = (event: Event) =>
    event.target instanceof Element ? event.target.closest('[title]') : null;
  document.addEventListener('pointerover', (event) => {
    if (event.target instanceof Node && bubble?.contains(event.target)) return clearTimeout(timer);
    if (event.pointerType === 'touch') return undefined;
    const element = at(event);
    if (element) later(WAIT_MS, () => show(element));
    else if (shownFor && event.target instanceof Node && !shownFor.element.contains(event.target))
      later(LINGER_MS, hide);
    return undefined;
  });
  document.addEventListener('focusin', (event) => {
    const element = at(event);
    if (element?.matches(':focus-visible')) show(element);
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

function show(element: Element): void {
  clearTimeout(timer);
  const title = element.getAttribute('title');
  if (!title || !element.isConnected) return;
  hide();
  shownFor = { element, title, described: element.getAttribute('aria-describedby') };
  element.removeAttribute('title');
  // What is its only name stays its name; else it is what describes it.
  if (element.getAttribute('aria-label') !== title)
    element.setAttribute('aria-describedby', [shownFor.described, ID].filter(Boolean).join(' '));
  bubble = document.createElement('div');
  Object.assign(bubble, { id: ID, className: 'g-tooltip', textContent: title });
  bubble.setAttribute('role', 'tooltip');
  // First of its layer, so that notices lie above it; a question is a layer of its own.
  (element.closest('dialog') ?? document.body).prepend(bubble);
  place(bubble, element.getBoundingClientRect());
}

function place(tip: HTMLElement, { left, width, top, bottom }: DOMRect): void {
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
  if (!element.hasAttribute('title')) element.setAttribute('title', title);
  if (described === null) element.removeAttribute('aria-describedby');
  else element.setAttribute('aria-describedby', described);
}
