import { basename, dirname } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { nameWithFolder, SYSTEM_ACTOR } from '@dragoman/core'
import { type Detection, matchFile } from '@dragoman/formats'
import { listProjects, listSources, type ProjectRow, type Reader } from '@dragoman/store'
import type { Deps } from '../../deps.ts'
import { folderToConnect } from '../../sources/folder/connect-folder.ts'
import type { Inspection } from '../../sources/folder/inspect-folder.ts'
import { placesOf } from '../../sources/folder/places-of.ts'
import { newProjectOverFiles } from './new-project-over-files.ts'
import { syntaxOf } from './syntax-of.ts'

/** How long startup waits for the first imports; the rest follows while the interface is already open. */
const START_PATIENCE_MS = 1500
/** Names that say nothing about the project; the parent folder's name does. */
const LOCALE_FOLDER =
  /^_?(?:locales?|langs?|languages?|i18n|l10n|intl|translations?|messages|strings|public|src|assets)$/i

/**
 * Opens all projects of a folder: each is the project that has its files connected, or a new one. Returns the
 * first. If a `dragoman.json` names sets of files, only these count.
 */
export async function ensureProjectForFolder(
  deps: Deps,
  inspection: Inspection,
  { name, patienceMs = START_PATIENCE_MS }: { readonly name?: string; readonly patienceMs?: number } = {},
): Promise<ProjectRow> {
  const title = name ?? titleOf(inspection.folder)
  const places = placesOf(inspection.candidates)
  const [first, ...others] = inspection.candidates
  if (first === undefined) throw new Error('An inspection has a candidate.')
  const readings: Promise<void>[] = []
  const project = await createProjectForFolder(deps, inspection, { detection: first, title, readings })
  for (const detection of others) {
    if (first.layout === 'configured' && detection.layout !== 'configured') continue
    await createProjectForFolder(deps, inspection, {
      detection,
      title: nameWithFolder(title, places.get(detection) ?? detection.pattern),
      readings,
    })
  }
  await Promise.race([Promise.all(readings), delay(patienceMs, undefined, { ref: false })])
  return project
}

type OverRequest = {
  readonly detection: Detection
  readonly title: string
  /** Collects the jobs that read the files of new projects. */
  readonly readings: Promise<void>[]
}

async function createProjectForFolder(
  deps: Deps,
  inspection: Inspection,
  { detection, title, readings }: OverRequest,
): Promise<ProjectRow> {
  const { store, jobs } = deps
  const { pattern, sourceLanguage } = detection
  const known = await store.read((r) => projectWithFiles(r, inspection.folder, detection))
  if (known !== null) return known
  const files = await folderToConnect({ folder: inspection, pattern, sourceLanguage })
  const request = { name: title.slice(0, 100), sourceLanguage, syntax: syntaxOf(inspection, pattern), files }
  const { project, job } = await store.write((w) =>
    newProjectOverFiles(w, deps, {
      ...request,
      startedBy: { ...SYSTEM_ACTOR, name: basename(inspection.folder) },
    }),
  )
  const ended = async () => {
    await jobs.ended(job.id).catch(() => undefined) // the job itself reports its failure
  }
  readings.push(ended())
  return project
}

/**
 * Returns the project that has these files connected: under the same pattern or, if no one specified the
 * pattern, with most of the files under another one.
 */
async function projectWithFiles(
  r: Reader,
  folder: string,
  { pattern, files, layout }: Detection,
): Promise<ProjectRow | null> {
  const paths = layout === 'configured' ? [] : [...new Set(files.map((file) => file.path))]
  let like: ProjectRow | null = null
  for (const project of await listProjects(r)) {
    for (const source of await listSources(r, project.id)) {
      if (source.kind !== 'folder' || source.folder !== folder) continue
      if (source.pattern === pattern) return project
      const shared = paths.filter((path) => matchFile(source.pattern, path) !== null).length
      if (shared * 2 > paths.length) like ??= project
    }
  }
  return like
}

function titleOf(folder: string): string {
  const name = basename(folder)
  return (LOCALE_FOLDER.test(name) ? basename(dirname(folder)) : name) || 'Project'
}
