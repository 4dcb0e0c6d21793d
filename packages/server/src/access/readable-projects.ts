import { can, type Principal } from '@dragoman/core'
import { listProjects, type ProjectRow, type Reader } from '@dragoman/store'

/** The projects that someone can read. */
export async function readableProjects(
  r: Reader,
  principal: Principal | null,
): Promise<readonly ProjectRow[]> {
  const projects = await listProjects(r)
  return projects.filter(({ id }) => can(principal, 'project.read', { on: 'project', projectId: id }))
}
