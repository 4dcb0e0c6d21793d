import type { AnyRouter } from '@tanstack/react-router'
import { loadTexts } from '../i18n/i18n.ts'
import { preload } from '../lib/page/preload.ts'
import { ROUTE_TEXTS } from './route-texts.ts'

/** Screens that work at least in part without a connection, most used first. */
const SCREENS = [
  ['translate', '/p/$project/translate/$language'],
  ['review', '/p/$project/review/$language'],
  ['overview', '/p/$project/overview'],
  ['keys', '/p/$project/keys'],
  ['inbox', '/inbox'],
] as const

let isDone = false

/** Preloads code and texts of the screens of a project, once. */
export function preloadScreens(router: AnyRouter): void {
  if (isDone) return
  isDone = true
  for (const [screen, path] of SCREENS)
    preload(() =>
      Promise.all([router.loadRouteChunk(router.routesByPath[path]), loadTexts(ROUTE_TEXTS[screen])]),
    )
}
