import { basename, dirname } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { slugFromName } from '@dragoman/core'
import type { Detection } from '@dragoman/formats'
import { createProject, listProjects, listSources, type ProjectRow, projectBySlug, type Reader } from '@dragoman/store'
import type { Deps } from '../../deps.ts'
import { connectFolder, folderToConnect } from '../../sources/folder/connect-folder.ts'
import type { Inspection } from '../../sources/folder/inspect-folder.ts'
import { fixedPart } from '../../sources/folder/watch-folder.ts'
import { syntaxOf } from './syntax-of.ts'

/** A start waits this long for the first import; the rest comes while the interface is already open. */
const START_PATIENCE_MS = 1500
/** Names that say nothing of the project; the folder above does. */
const LOCALE_FOLDER = /^_?(?:locales?|langs?|languages?|i18n|l10n|intl|translations?|messages|strings|public|src|assets)$/i

/**
 * The project of a folder: the one that has it connected, or a new one over it. Where a `dragoman.json` names several sets of files, each has a
 * project of its own, and the first is the answer.
 */
export async function projectOverFolder(
  deps: Deps,
  inspection: Inspection,
  { name, patienceMs = START_PATIENCE_MS }: { readonly name?: string; readonly patienceMs?: number } = {},
): Promise<ProjectRow> {
  const title = name ?? titleOf(inspection.folder)
  const [first, ...others] = inspection.candidates
  if (first === undefined) throw new Error('An inspection has a candidate.')
  const isConfigured = first.layout === 'configured'
  const project = await projectOver(deps, inspection, { detection: first, title, isAnyPattern: !isConfigured, patienceMs })
  if (!isConfigured) return project
  for (const detection of others.filter(({ layout }) => layout === 'configured')) {
    const place = fixedPart(detection.pattern) || detection.pattern
    await projectOver(deps, inspection, { detection, title: `${title} (${place})`, isAnyPattern: false, patienceMs })
  }
  return project
}

type OverRequest = {
  readonly detection: Detection
  readonly title: string
  /** Whether a project that has the folder connected is the one, whatever files of it. */
  readonly isAnyPattern: boolean
  readonly patienceMs: number
}

async function projectOver(
  deps: Deps,
  inspection: Inspection,
  { detection, title, isAnyPattern, patienceMs }: OverRequest,
): Promise<ProjectRow> {
  const { store, jobs, now } = deps
  const { pattern, sourceLanguage } = detection
  const known = await store.read((r) => projectWithFolder(r, inspection.folder, isAnyPattern ? null : pattern))
  if (known !== null) return known
  const files = await folderToConnect({ folder: inspection, pattern, sourceLanguage })
  const { project, job } = await store.write(async (w) => {
    const project = await createProject(w, {
      slug: await freeSlug(w, slugFromName(title)),
      name: title.slice(0, 100),
      sourceLanguage,
      syntax: syntaxOf(inspection, pattern),
      at: now().toISOString(),
    })
    return { project, job: (await connectFolder(w, deps, { projectId: project.id, files, startedBy: basename(inspection.folder) })).job }
  })
  const ended = jobs.ended(job.id)
  ended.catch(() => undefined) // told by the job itself
  await Promise.race([ended, delay(patienceMs, undefined, { ref: false })])
  return project
}

async function projectWithFolder(r: Reader, folder: string, pattern: string | null): Promise<ProjectRow | null> {
  for (const project of await listProjects(r)) {
    const sources = await listSources(r, project.id)
    if (sources.some((source) => source.folder === folder && (pattern === null || source.pattern === pattern))) return project
  }
  return null
}

function titleOf(folder: string): string {
  const name = basename(folder)
  return (LOCALE_FOLDER.test(name) ? basename(dirname(folder)) : name) || 'Project'
}

async function freeSlug(r: Reader, slug: string): Promise<string> {
  for (let number = 1; ; number++) {
    const candidate = number === 1 ? slug : `${slug.slice(0, 45)}-${number}`
    if ((await projectBySlug(r, candidate)) === null) return candidate
  }
}
