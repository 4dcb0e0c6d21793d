import type { Area } from '../area.ts'
import type { Deps } from '../deps.ts'
import type { Handlers } from '../http/mount.ts'
import { filesArea } from './files/area.ts'
import { importsArea } from './imports/area.ts'
import { jobsArea } from './jobs/area.ts'
import { keysArea } from './keys/area.ts'
import { languagesArea } from './languages/area.ts'
import { namespacesArea } from './namespaces/area.ts'
import { operationsArea } from './operations/area.ts'
import { projectsArea } from './projects/area.ts'
import { sessionArea } from './session/area.ts'
import { sourcesArea } from './sources/area.ts'
import { translationsArea } from './translations/area.ts'

export type Areas = { readonly [A in keyof Handlers]: Area<A> } & {
  readonly publish: Area
  readonly live: Area
}

/**
 * Every area. Subscribers hear of an event in this order: what apps load is new before people are told to look.
 */
export function allAreas(deps: Deps): Areas {
  return {
    publish: { subscribers: [deps.publisher] },
    live: { subscribers: [deps.live] },
    session: sessionArea(deps),
    projects: projectsArea(deps),
    languages: languagesArea(deps),
    namespaces: namespacesArea(deps),
    keys: keysArea(deps),
    translations: translationsArea(deps),
    operations: operationsArea(deps),
    sources: sourcesArea(deps),
    files: filesArea(deps),
    imports: importsArea(deps),
    jobs: jobsArea(deps),
  }
}

export function handlersOf(areas: Areas): Handlers {
  const named = Object.entries(areas).flatMap(([name, area]) =>
    'handlers' in area ? [[name, area.handlers] as const] : [],
  )
  return Object.fromEntries(named) as Handlers // `Areas` has proved that each is there
}
