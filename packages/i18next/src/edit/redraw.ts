import { TEXTS_CHANGED } from '../reloader.ts'
import type { MarkableI18n } from './mark-texts.ts'

/** The time after marking in which parts of the app that were rendered before can start to listen. */
const LATE_MS = 10_000
/** Parts that start to listen within this time are re-rendered together. */
const TOGETHER_MS = 50

/**
 * Re-renders an app after marking its texts has started. Parts of it might have been rendered before and
 * start to listen only now, which can take long on a busy machine: react-i18next subscribes when React runs
 * effects, and does not check whether it has missed an event. These parts are re-rendered as well.
 * `missesEvents`: parts rendered before do not listen to `textsChanged` until they are re-rendered on
 * `languageChanged`. Returns a function that ends it.
 */
export function redraw(i18n: MarkableI18n, missesEvents: boolean): () => void {
  const events = missesEvents ? ['languageChanged', TEXTS_CHANGED] : [TEXTS_CHANGED]
  const draw = () => {
    timer = undefined
    if (missesEvents) i18n.emit('languageChanged', i18n.language)
    i18n.emit(TEXTS_CHANGED, [])
  }
  let timer: ReturnType<typeof setTimeout> | undefined
  const { on } = i18n
  const watched: typeof on = (names, listener) => {
    const answer = on.call(i18n, names, listener)
    if (names.split(' ').some((name) => events.includes(name))) timer ??= setTimeout(draw, TOGETHER_MS)
    return answer
  }
  const end = () => {
    clearTimeout(timer)
    clearTimeout(last)
    // Another library might have wrapped it in the meantime.
    if (i18n.on === watched) i18n.on = on
  }
  i18n.on = watched
  const last = setTimeout(end, LATE_MS)
  draw()
  return end
}
