type Attributes = Readonly<Record<string, string | boolean | ((event: Event) => void)>>

/**
 * Creates an element with attributes, listeners (`onclick: …`) and children. Texts are never parsed as HTML.
 */
export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Attributes = {},
  ...children: readonly (Node | string | null)[]
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name)
  for (const [attribute, value] of Object.entries(attributes)) {
    if (typeof value === 'function') made.addEventListener(attribute.slice('on'.length), value)
    else if (value === true) made.setAttribute(attribute, '')
    else if (value !== false) made.setAttribute(attribute, value)
  }
  made.append(...children.filter((child) => child !== null))
  return made
}

/**
 * Events hidden from the app, which can have shortcuts, or close elements when a click is outside of them.
 */
const OWN_EVENTS = [
  'keydown',
  'keypress',
  'keyup',
  'input',
  'change',
  'click',
  'dblclick',
  'mousedown',
  'mouseup',
  'pointerdown',
  'pointerup',
  'touchstart',
  'touchend',
  'wheel',
  'focusin',
  'focusout',
  'copy',
  'cut',
  'paste',
  'submit',
]

/**
 * Creates a container in the page that is isolated from its styles and whose events do not leave it. Its own
 * style needs no permission of a Content-Security-Policy.
 */
export function openContainer(style: string): { readonly host: HTMLElement; readonly root: ShadowRoot } {
  const host = element('div', { 'data-dragoman-editing': true })
  const root = host.attachShadow({ mode: 'open' })
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(style)
  root.adoptedStyleSheets = [sheet]
  for (const type of OWN_EVENTS) host.addEventListener(type, (event) => event.stopPropagation())
  document.body.append(host)
  return { host, root }
}
