import { can, type Principal } from '@dragoman/core'
import { listProjects, listProjectsAndBranches, type ProjectRow, type Reader } from '@dragoman/store'

/** The projects that someone can read, as lists show them: without translation branches. */
export async function readableProjects(
  r: Reader,
  principal: Principal | null,
): Promise<readonly ProjectRow[]> {
  return readableOf(principal, await listProjects(r))
}

/** The projects and open translation branches that someone can read. */
export async function readableProjectsAndBranches(
  r: Reader,
  principal: Principal | null,
): Promise<readonly ProjectRow[]> {
  return readableOf(principal, await listProjectsAndBranches(r))
}

function readableOf(principal: Principal | null, projects: readonly ProjectRow[]): readonly ProjectRow[] {
  return projects.filter(({ id }) => can(principal, 'project.read', { on: 'project', projectId: id }))
}
