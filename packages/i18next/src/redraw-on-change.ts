import type { FollowableI18n } from './followable-i18n.ts'
import { TEXTS_CHANGED } from './reloader.ts'

/**
 * Makes react-i18next re-render on `textsChanged`; by default its `bindI18n` only contains the change of the
 * language. Returns true if that was changed now, so that parts already rendered do not listen yet.
 */
export function redrawOnChange({ options }: FollowableI18n): boolean {
  const holder = options as { react?: { bindI18n?: unknown } }
  const { bindI18n = 'languageChanged' } = holder.react ?? {}
  // An app that disabled it keeps it disabled.
  if (typeof bindI18n !== 'string' || bindI18n === '' || bindI18n.includes(TEXTS_CHANGED)) return false
  holder.react = { ...holder.react, bindI18n: `${bindI18n} ${TEXTS_CHANGED}` }
  return true
}
