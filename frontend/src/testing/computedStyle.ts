/**
 * What an element is shown as, told quickly. Tests load no stylesheet, so that only what the browser does by itself
 * and what stands at the element and above it can tell. jsdom works out some hundred properties for each answer, which
 * took over half the time of the tests of screens. Whatever else is asked for, jsdom tells.
 */

type Styled = HTMLElement | SVGElement;
type Tell = typeof window.getComputedStyle;

/** What is handed down to what lies inside, and how it is where nobody says anything. */
const HANDED_DOWN = { visibility: 'visible', 'pointer-events': 'auto' } as const;

/** What decides, without a stylesheet, how a browser displays an element of a kind. */
const TELLING = ['hidden', 'open', 'type'] as const;

function isStyled(element: Element): element is Styled {
  return element instanceof HTMLElement || element instanceof SVGElement;
}

/** Answers for the few properties that tests look at, for the page that a test has. */
export function tellStylesQuickly(page: Document): void {
  const view = page.defaultView ?? window;
  const told: Tell = view.getComputedStyle.bind(view);
  const displays = new Map<string, string>();

  function displayOf(element: Styled): string {
    const own = element.style.display;
    if (own) return own;
    const kind = JSON.stringify([
      element.tagName,
      ...TELLING.map((name) => element.getAttribute(name)),
    ]);
    let display = displays.get(kind);
    if (display === undefined) {
      const other = page.createElementNS(element.namespaceURI, element.localName) as Styled;
      for (const name of TELLING) {
        const value = element.getAttribute(name);
        if (value !== null) other.setAttribute(name, value);
      }
      display = told(other).display;
      displays.set(kind, display);
    }
    return display;
  }

  function valueOf(element: Styled, name: string): string | null {
    if (name === 'display') return displayOf(element);
    if (name === 'fontSize') return element.style.fontSize;
    if (name !== 'visibility' && name !== 'pointer-events') return null;
    for (let each: Element | null = element; each; each = each.parentElement) {
      const own = isStyled(each) ? each.style.getPropertyValue(name) : '';
      if (own) return own;
    }
    return HANDED_DOWN[name];
  }

  function tell(element: Element, pseudo?: string | null): CSSStyleDeclaration {
    if (pseudo || page.styleSheets.length > 0 || !isStyled(element)) return told(element, pseudo);
    let whole: CSSStyleDeclaration | undefined;
    const all = () => (whole ??= told(element));
    return new Proxy(element.style, {
      get(_style, name) {
        if (name === 'getPropertyValue')
          return (asked: string) => valueOf(element, asked) ?? all().getPropertyValue(asked);
        const quick = valueOf(element, name === 'pointerEvents' ? 'pointer-events' : String(name));
        if (quick !== null) return quick;
        const value: unknown = Reflect.get(all(), name);
        return typeof value === 'function' ? value.bind(all()) : value;
      },
    });
  }

  view.getComputedStyle = tell;
  window.getComputedStyle = tell;
}
