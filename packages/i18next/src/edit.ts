import type { Editing, EditingOptions } from './edit/editing.ts'
import type { MarkableI18n } from './edit/mark-texts.ts'
import type { MarkedPage } from './edit/marked-page.ts'
import { redrawOnChange } from './redraw-on-change.ts'

export type { Editing, EditingOptions } from './edit/editing.ts'
export type { MarkableI18n } from './edit/mark-texts.ts'
export type { MarkedPage } from './edit/marked-page.ts'
export type { ScreenRect, StringOnScreen } from './edit/strings-on-screen.ts'

/**
 * Marks the strings of a running app, so that their positions on the screen are known. Loads the code for it
 * and re-renders the app. Rejects if it cannot be loaded.
 */
export async function markStrings(i18n: MarkableI18n): Promise<MarkedPage> {
  // Before the first render, because react-i18next decides at that time which events trigger a re-render.
  const missesEvents = redrawOnChange(i18n)
  const { markOnceReady } = await import('./edit/marked-page.ts')
  return markOnceReady(i18n, missesEvents)
}

/**
 * Lets people edit the texts of a running app in place: holding `Alt` highlights strings, and a click opens a
 * small editor; `Alt+Shift+E` opens it for the focused element. Loads the code for it and re-renders the app.
 * Rejects if it cannot be loaded, or if the `loadPath` is not a URL of Dragoman and the options do not
 * specify one.
 */
export async function enableEditing(i18n: MarkableI18n, options: EditingOptions = {}): Promise<Editing> {
  const missesEvents = redrawOnChange(i18n)
  const { startEditing } = await import('./edit/editing.ts')
  return startEditing(i18n, options, missesEvents)
}
