import { type MarkableI18n, markTexts } from './mark-texts.ts'
import { redraw } from './redraw.ts'
import { type StringOnScreen, stringsOnScreen } from './strings-on-screen.ts'
import { watchMarks } from './watch-marks.ts'

/** A page whose texts can be mapped to their strings. */
export type MarkedPage = {
  /** Returns the strings that are visible now, in page order. */
  readonly stringsOnScreen: () => StringOnScreen[]
  /** Stops marking; the page looks the same afterwards. */
  readonly stop: () => void
}

/**
 * The API on the page's `window` for programs that control a browser, such as tests that take screenshots.
 */
export type MarkedWindow = { dragomanPage?: MarkedPage }

export async function markOnceReady(i18n: MarkableI18n, missesEvents: boolean): Promise<MarkedPage> {
  await untilInitialized(i18n)
  return markPage(i18n, document, missesEvents)
}

export async function untilInitialized(i18n: MarkableI18n): Promise<void> {
  if (!i18n.isInitialized) await new Promise((resolve) => i18n.on('initialized', resolve))
}

/**
 * Marks the texts of an app and re-renders it, so that all of them are marked. `missesEvents`: parts rendered
 * before do not listen to `textsChanged`.
 */
export function markPage(i18n: MarkableI18n, page: Document, missesEvents: boolean): MarkedPage {
  const ends = [watchMarks(page), markTexts(i18n)]
  const marked: MarkedPage = {
    stringsOnScreen: () => stringsOnScreen(page),
    stop() {
      for (const end of ends.splice(0)) end()
      // A later marking can have replaced it.
      if (holder.dragomanPage === marked) delete holder.dragomanPage
    },
  }
  const holder = globalThis as MarkedWindow
  holder.dragomanPage = marked
  ends.push(redraw(i18n, missesEvents))
  return marked
}
