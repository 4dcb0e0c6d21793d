import { filesHandlers } from './areas/files/handlers.ts'
import { importsHandlers } from './areas/imports/handlers.ts'
import { jobsHandlers } from './areas/jobs/handlers.ts'
import { keysHandlers } from './areas/keys/handlers.ts'
import { languagesHandlers } from './areas/languages/handlers.ts'
import { namespacesHandlers } from './areas/namespaces/handlers.ts'
import { operationsHandlers } from './areas/operations/handlers.ts'
import { projectsHandlers } from './areas/projects/handlers.ts'
import { sessionHandlers } from './areas/session/handlers.ts'
import { sourcesHandlers } from './areas/sources/handlers.ts'
import { translationsHandlers } from './areas/translations/handlers.ts'
import type { Deps } from './deps.ts'
import type { Handlers } from './http/mount.ts'

/** The handlers of every area. */
export function handlersOf(deps: Deps): Handlers {
  return {
    session: sessionHandlers(deps),
    projects: projectsHandlers(deps),
    languages: languagesHandlers(deps),
    namespaces: namespacesHandlers(deps),
    keys: keysHandlers(deps),
    translations: translationsHandlers(deps),
    operations: operationsHandlers(deps),
    sources: sourcesHandlers(deps),
    files: filesHandlers(deps),
    imports: importsHandlers(deps),
    jobs: jobsHandlers(deps),
  }
}
