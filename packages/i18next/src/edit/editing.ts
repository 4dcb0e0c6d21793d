import { eventsAddress } from '../events-address.ts'
import { TEXTS_CHANGED } from '../reloader.ts'
import type { ProjectAddress } from './ask-to-edit.ts'
import { type Highlights, reachableTexts, showHighlights } from './highlight.ts'
import type { FoundString, MarkableI18n } from './mark-texts.ts'
import { markPage, untilInitialized } from './marked-page.ts'
import { openSmallEditor } from './small-editor.ts'
import type { MarkedText, ScreenRect } from './strings-on-screen.ts'
import { loadWords, type OwnWords } from './words.ts'

export type EditingOptions = {
  /** `https://your.host`; by default, the server of the app's `loadPath`. */
  readonly server?: string
  /** The URL name of the project; by default, that of the `loadPath`. */
  readonly project?: string
}

export type Editing = {
  /** Ends editing; the page looks the same afterwards. */
  readonly stop: () => void
}

/**
 * Events suppressed for a click with `Alt`, so that it does not follow links, press buttons or select text.
 */
const SUPPRESSED_EVENTS = ['pointerdown', 'mousedown', 'mouseup', 'click', 'dblclick', 'auxclick'] as const

/** Time for an app to re-render. */
const DRAWN_WITHIN_MS = 100

/** Rejects if the `loadPath` is not a URL of Dragoman and the options do not specify one. */
export async function startEditing(
  i18n: MarkableI18n,
  options: EditingOptions,
  missesEvents: boolean,
): Promise<Editing> {
  const own = await loadWords(navigator.languages)
  await untilInitialized(i18n)
  const { server, project } = { ...(await projectOf(i18n)), ...options }
  if (server === undefined || project === undefined)
    throw new Error('No loadPath of Dragoman: enableEditing needs { server, project }')
  const address = { server: server.replace(/\/$/, ''), project }
  return { stop: editPage(i18n, { address, own, missesEvents }) }
}

/** Marks the texts of an app and lets a person edit them with `Alt` and the mouse or with the keyboard. */
function editPage(
  i18n: MarkableI18n,
  { address, own, missesEvents }: { address: ProjectAddress; own: OwnWords; missesEvents: boolean },
): () => void {
  const marked = markPage(i18n, document, missesEvents)
  const ends = new AbortController()
  let highlights: Highlights | null = null
  let close: (() => void) | null = null

  // Parts that started to listen long after marking might have been rendered before.
  const redraw = () => i18n.emit(TEXTS_CHANGED, [])
  const hideHighlights = () => {
    highlights?.hide()
    highlights = null
  }
  const open = (strings: readonly FoundString[], rect: ScreenRect | null) => {
    hideHighlights()
    if (strings.length === 0 || close !== null) return
    close = openSmallEditor({
      i18n,
      own,
      address,
      strings,
      rect,
      onClosed() {
        close = null
      },
    })
  }
  const textsAt = ({ clientX, clientY }: MouseEvent) => highlights?.at(clientX, clientY) ?? []
  const listen = <Type extends keyof WindowEventMap>(
    type: Type,
    listener: (event: WindowEventMap[Type]) => void,
  ) => window.addEventListener(type, listener, { capture: true, signal: ends.signal })

  listen('keydown', (event) => {
    if (close !== null) return
    if (event.code === 'KeyE' && event.altKey && event.shiftKey && !event.ctrlKey && !event.metaKey) {
      suppress(event)
      redraw()
      setTimeout(() => {
        const texts = textsOfFocus()
        open(stringsIn(texts), texts[0]?.rect ?? null)
      }, DRAWN_WITHIN_MS)
    } else if (event.key === 'Alt' && !event.ctrlKey && !event.metaKey) {
      if (highlights === null) redraw()
      highlights ??= showHighlights()
    }
    // It was a different shortcut.
    else if (event.key !== 'Shift') hideHighlights()
  })
  listen('keyup', (event) => {
    if (event.key !== 'Alt' || highlights === null) return
    // The browser would focus its menu.
    event.preventDefault()
    hideHighlights()
  })
  listen('blur', (event) => {
    if (event.target === window) hideHighlights()
  })
  listen('pointermove', ({ clientX, clientY }) => highlights?.point(clientX, clientY))
  listen('pointerup', (event) => {
    const texts = textsAt(event)
    if (texts.length === 0 || event.button !== 0) return
    event.stopPropagation()
    // After the related click has been suppressed; disabled fields do not get one.
    setTimeout(() => open(stringsIn(texts), texts[0]?.rect ?? null))
  })
  for (const type of SUPPRESSED_EVENTS)
    listen(type, (event) => {
      if (textsAt(event).length > 0) suppress(event)
    })

  return () => {
    ends.abort()
    hideHighlights()
    close?.()
    marked.stop()
  }
}

function suppress(event: Event): void {
  event.preventDefault()
  event.stopPropagation()
}

/**
 * Returns the marked texts of the focused element; if it has none, those of the whole screen, to choose from.
 */
function textsOfFocus(): MarkedText[] {
  const texts = reachableTexts()
  const focused = document.activeElement
  const own = focused === null ? [] : texts.filter(({ element }) => focused.contains(element))
  return focused === document.body || own.length === 0 ? texts : own
}

function stringsIn(texts: readonly MarkedText[]): FoundString[] {
  const seen = new Map<string, FoundString>()
  for (const string of texts.flatMap(({ strings }) => strings)) {
    const name = JSON.stringify([string.namespace, string.key, string.askedLanguage])
    if (!seen.has(name)) seen.set(name, string)
  }
  return [...seen.values()]
}

/**
 * Returns the server and project from which an app loads its texts; null if the URL is not one of Dragoman.
 */
export async function projectOf(i18n: MarkableI18n): Promise<ProjectAddress | null> {
  const [, server, project] = /^(.*)\/d\/([^/]+)\/[^/]+\/events/.exec((await eventsAddress(i18n)) ?? '') ?? []
  if (server === undefined || project === undefined) return null
  return {
    server: new URL(server || '/', location.href).href.replace(/\/$/, ''),
    project: decodeURIComponent(project),
  }
}
