import { type Actor, nameWithFolder, numberedSlug, slugFromName } from '@dragoman/core'
import {
  createProject,
  freeProjectName,
  type JobRow,
  type ProjectRow,
  projectBySlug,
  type Reader,
  type Writer,
} from '@dragoman/store'
import type { Deps } from '../../deps.ts'
import { refusedField } from '../../refused-field.ts'
import { connectFolder, type FolderToConnect, folderToConnect } from '../../sources/folder/connect-folder.ts'
import type { Inspection } from '../../sources/folder/inspect-folder.ts'
import { placesOf } from '../../sources/folder/places-of.ts'
import { syntaxOf } from './syntax-of.ts'

/** A project to be created over files of a folder; its URL name is derived from its name. */
export type ProjectOverFiles = {
  readonly name: string
  readonly sourceLanguage: string
  readonly syntax: string
  readonly files: FolderToConnect
}

/**
 * Creates a project over files of a folder, which a job reads after the commit. Throws `already-exists` if
 * another project has the files.
 */
export async function newProjectOverFiles(
  w: Writer,
  deps: Pick<Deps, 'jobs' | 'now'>,
  {
    files,
    startedBy,
    countAsReviewed = false,
    ...project
  }: ProjectOverFiles & {
    readonly startedBy: Actor
    readonly deliverPublic?: boolean
    readonly countAsReviewed?: boolean
  },
): Promise<{ readonly project: ProjectRow; readonly job: JobRow }> {
  const slug = await freeSlug(w, slugFromName(project.name) || 'project')
  // It is named after a folder, and another one can have the same name.
  const name = await freeProjectName(w, project.name)
  const made = await createProject(w, { ...project, slug, name, at: deps.now().toISOString() })
  return {
    project: made,
    job: (await connectFolder(w, deps, { projectId: made.id, files, startedBy, countAsReviewed })).job,
  }
}

/**
 * Returns the projects alongside the one over the files of `own`, one for each of `patterns`: named after it
 * and after the location of their files, with the source language and format they were found with. Throws
 * `invalid-input` for a pattern that was not found or is given twice.
 */
export async function otherProjectsOf(
  inspection: Inspection,
  {
    name,
    own,
    patterns,
  }: { readonly name: string; readonly own: string; readonly patterns: readonly string[] },
): Promise<readonly ProjectOverFiles[]> {
  const places = placesOf(inspection.candidates)
  const others: ProjectOverFiles[] = []
  for (const [i, pattern] of patterns.entries()) {
    const found = inspection.candidates.find((candidate) => candidate.pattern === pattern)
    if (found === undefined || pattern === own || patterns.indexOf(pattern) !== i)
      throw refusedField(`/others/${i}`, 'pattern-not-found')
    const { sourceLanguage } = found
    const files = await folderToConnect({ folder: inspection, pattern, sourceLanguage })
    others.push({
      name: nameWithFolder(name, places.get(found) ?? pattern),
      sourceLanguage,
      syntax: syntaxOf(inspection, pattern),
      files,
    })
  }
  return others
}

/** Returns a URL name that no project has yet: the requested one, or that with a number. */
async function freeSlug(r: Reader, slug: string): Promise<string> {
  for (let number = 1; ; number++) {
    const candidate = numberedSlug(slug, number)
    if ((await projectBySlug(r, candidate)) === null) return candidate
  }
}
