import { eventsAddress } from '../events-address.ts'
import { TEXTS_CHANGED } from '../reloader.ts'
import type { Place } from './ask-to-edit.ts'
import { type Lights, lightUp, reachableSpots } from './light-up.ts'
import type { FoundString, MarkableI18n } from './mark-texts.ts'
import { markPage, untilInitialized } from './marked-page.ts'
import { openSmallEditor } from './small-editor.ts'
import type { ScreenRect, Spot } from './strings-on-screen.ts'
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
const SWALLOWED = ['pointerdown', 'mousedown', 'mouseup', 'click', 'dblclick', 'auxclick'] as const

/** Time for an app to re-render. */
const DRAWN_WITHIN_MS = 100

/** Rejects if the `loadPath` is not a URL of Dragoman and the options do not specify one. */
export async function startEditing(
  i18n: MarkableI18n,
  options: EditingOptions,
  isUnheard: boolean,
): Promise<Editing> {
  const own = await loadWords(navigator.languages)
  await untilInitialized(i18n)
  const { server, project } = { ...(await placeOf(i18n)), ...options }
  if (server === undefined || project === undefined)
    throw new Error('No loadPath of Dragoman: enableEditing needs { server, project }')
  const place = { server: server.replace(/\/$/, ''), project }
  return { stop: editPage(i18n, { place, own, isUnheard }) }
}

/** Marks the texts of an app and lets a person edit them with `Alt` and the mouse or with the keyboard. */
function editPage(
  i18n: MarkableI18n,
  { place, own, isUnheard }: { place: Place; own: OwnWords; isUnheard: boolean },
): () => void {
  const marked = markPage(i18n, document, isUnheard)
  const ends = new AbortController()
  let lights: Lights | null = null
  let close: (() => void) | null = null

  // Parts that started to listen long after marking might have been rendered before.
  const redraw = () => i18n.emit(TEXTS_CHANGED, [])
  const putOut = () => {
    lights?.out()
    lights = null
  }
  const open = (strings: readonly FoundString[], rect: ScreenRect | null) => {
    putOut()
    if (strings.length === 0 || close !== null) return
    close = openSmallEditor({
      i18n,
      own,
      place,
      strings,
      rect,
      onClosed() {
        close = null
      },
    })
  }
  const listen = <Type extends keyof WindowEventMap>(
    type: Type,
    listener: (event: WindowEventMap[Type]) => void,
  ) => window.addEventListener(type, listener, { capture: true, signal: ends.signal })

  listen('keydown', (event) => {
    if (close !== null) return
    if (event.code === 'KeyE' && event.altKey && event.shiftKey && !event.ctrlKey && !event.metaKey) {
      event.preventDefault()
      event.stopPropagation()
      redraw()
      setTimeout(() => {
        const spots = spotsOfFocus()
        open(stringsIn(spots), spots[0]?.rect ?? null)
      }, DRAWN_WITHIN_MS)
    } else if (event.key === 'Alt' && !event.ctrlKey && !event.metaKey) {
      if (lights === null) redraw()
      lights ??= lightUp()
    }
    // It was a different shortcut.
    else if (event.key !== 'Shift') putOut()
  })
  listen('keyup', (event) => {
    if (event.key !== 'Alt' || lights === null) return
    // The browser would focus its menu.
    event.preventDefault()
    putOut()
  })
  listen('blur', (event) => {
    if (event.target === window) putOut()
  })
  listen('pointermove', ({ clientX, clientY }) => lights?.point(clientX, clientY))
  listen('pointerup', (event) => {
    const spots = lights?.at(event.clientX, event.clientY) ?? []
    if (spots.length === 0 || event.button !== 0) return
    event.stopPropagation()
    // After the related click has been suppressed; disabled fields do not get one.
    setTimeout(() => open(stringsIn(spots), spots[0]?.rect ?? null))
  })
  for (const type of SWALLOWED)
    listen(type, (event) => {
      if (lights === null || lights.at(event.clientX, event.clientY).length === 0) return
      event.preventDefault()
      event.stopPropagation()
    })

  return () => {
    ends.abort()
    putOut()
    close?.()
    marked.stop()
  }
}

/**
 * Returns the marked texts of the focused element; if it has none, those of the whole screen, to choose from.
 */
function spotsOfFocus(): Spot[] {
  const spots = reachableSpots()
  const focused = document.activeElement
  const own = focused === null ? [] : spots.filter(({ element }) => focused.contains(element))
  return focused === document.body || own.length === 0 ? spots : own
}

function stringsIn(spots: readonly Spot[]): FoundString[] {
  const seen = new Map<string, FoundString>()
  for (const string of spots.flatMap(({ strings }) => strings)) {
    const name = JSON.stringify([string.namespace, string.key, string.askedLanguage])
    if (!seen.has(name)) seen.set(name, string)
  }
  return [...seen.values()]
}

/**
 * Returns the server and project from which an app loads its texts; null if the URL is not one of Dragoman.
 */
export async function placeOf(i18n: MarkableI18n): Promise<Place | null> {
  const [, server, project] = /^(.*)\/d\/([^/]+)\/[^/]+\/events/.exec((await eventsAddress(i18n)) ?? '') ?? []
  if (server === undefined || project === undefined) return null
  return {
    server: new URL(server || '/', location.href).href.replace(/\/$/, ''),
    project: decodeURIComponent(project),
  }
}
