import { api } from '@dragoman/contract'
import { nearest } from '../nearest.ts'
import { CommandError } from '../terminal.ts'
import type { Connection } from './connect.ts'

/**
 * Returns the error for a project that does not exist on the server, with the most likely intended name.
 * `canCreate`: the command has an option that creates it.
 */
export async function noProject(
  { server, call }: Connection,
  project: string,
  canCreate = false,
): Promise<CommandError> {
  const { projects } = await call(api.projects.list, {})
  const close = nearest(
    project,
    projects.map(({ slug }) => slug),
  )
  const hint = close === null ? '' : ` Did you mean ${close}?`
  return new CommandError(
    `${server} has no project "${project}", or this token has no access to it.${hint} dragoman whoami ${server} lists those it can access${canCreate ? '; --create creates a new one' : ''}.`,
  )
}
