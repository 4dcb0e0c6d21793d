import { useSyncExternalStore } from 'react'
import { store } from '../browser-storage.ts'
import { createEmitter } from '../store.ts'

export const THEMES = ['system', 'light', 'dark'] as const
export type Theme = (typeof THEMES)[number]

const STORAGE_KEY = 'dragoman-theme'
/** Notifies of changes; the choice itself is in the document, where the styles read it. */
const changes = createEmitter()

export function currentTheme(): Theme {
  const chosen = document.documentElement.dataset.theme
  return chosen === 'light' || chosen === 'dark' ? chosen : 'system'
}

/**
 * Switches immediately and stores the choice in this browser. `public/theme.js` reads it before the first
 * paint.
 */
export function setTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
  store(STORAGE_KEY, theme === 'system' ? null : theme)
  changes.emit()
}

export function useTheme(): Theme {
  return useSyncExternalStore(changes.subscribe, currentTheme)
}
