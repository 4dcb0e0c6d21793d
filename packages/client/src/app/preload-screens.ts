import type { AnyRouter } from '@tanstack/react-router'
import { loadTexts } from '../i18n/i18n.ts'
import { preload } from '../lib/page/preload.ts'
import { SCREENS } from './screens.ts'

let isDone = false

/** Preloads code and texts of the screens of a project, once. */
export function preloadScreens(router: AnyRouter): void {
  if (isDone) return
  isDone = true
  for (const screen of Object.values(SCREENS))
    if ('preload' in screen)
      preload(() =>
        Promise.all([router.loadRouteChunk(router.routesByPath[screen.preload]), loadTexts(screen.texts)]),
      )
}
