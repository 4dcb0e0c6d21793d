import type { Area } from '../../area.ts'
import type { Deps } from '../../deps.ts'
import { connectFolderJob } from '../../sources/folder/connect-folder-job.ts'
import { sourcesHandlers } from './handlers.ts'

export function sourcesArea(deps: Deps): Area<'sources'> {
  return {
    handlers: sourcesHandlers(deps),
    subscribers: [deps.sources],
    jobs: [connectFolderJob(deps)],
    start: deps.sources.start,
  }
}
