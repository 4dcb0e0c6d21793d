import { cp, lstat, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { SYSTEM_ACTOR } from '@dragoman/core'
import {
  keyByIdentity,
  listProjects,
  listSources,
  type ProjectRow,
  translation,
  updateProject,
  type Writer,
} from '@dragoman/store'
import { actsFreely } from '../../access/requester-of.ts'
import type { Deps } from '../../deps.ts'
import { inspectForBrowser } from '../../sources/folder/inspect-folder.ts'
import { runOperation } from '../run-operation.ts'
import { ensureProjectForFolder } from './ensure-project-for-folder.ts'

/** How long the sample can take: it has only a few small files. */
const SAMPLE_PATIENCE_MS = 60_000
/** The author of the changes that the sample starts with. */
const SAMPLE = actsFreely({ ...SYSTEM_ACTOR, name: 'Sample' })

type SampleText = {
  readonly namespace: string
  readonly key: string
  readonly language: string
  readonly text: string
}

/** The source changes after it was translated, so its translations become outdated. */
const REWORDED: SampleText = {
  namespace: 'shop',
  key: 'product.water',
  language: 'en',
  text: 'Water twice a week, never at noon',
}
/** The same string is changed here and in its file, which is a conflict. */
const CHANGED_HERE: SampleText = {
  namespace: 'checkout',
  key: 'address.neighbour',
  language: 'de',
  text: 'Gern auch bei den Nachbarn abgeben',
}
const CHANGED_IN_FILE = {
  path: 'de/checkout.json',
  from: 'Bei den Nachbarn abgeben',
  to: 'Bei netten Nachbarn abgeben',
}

/**
 * Creates the first project of a new server: a copy of a small shop's locale files, with gaps, plurals,
 * failing checks, outdated translations and a conflict, so that newcomers can try everything within a minute.
 * Does nothing if there are projects.
 */
export async function makeSample(
  deps: Deps,
  { from, dataFolder }: { readonly from: string; readonly dataFolder: string },
): Promise<void> {
  const { store, sources } = deps
  if ((await store.read(listProjects)).length > 0) return
  const folder = join(dataFolder, 'sample', 'locales')
  await mkdir(folder, { recursive: true })
  // Symbolic links are not part of a sample.
  await cp(from, folder, {
    recursive: true,
    force: false,
    filter: async (path) => !(await lstat(path)).isSymbolicLink(),
  })
  const project = await ensureProjectForFolder(deps, await inspectForBrowser(folder), {
    name: 'Sample shop',
    patienceMs: SAMPLE_PATIENCE_MS,
  })
  await store.write((w) => updateProject(w, project.id, { settings: { isSample: true } }))
  const [source] = await store.read((r) => listSources(r, project.id))
  if (source === undefined) return
  await sources.whilePaused(source.id, async () => {
    await store.write(async (w) => {
      await saveText(w, deps, project, REWORDED)
      await saveText(w, deps, project, CHANGED_HERE)
    })
    const file = join(folder, CHANGED_IN_FILE.path)
    await writeFile(file, (await readFile(file, 'utf8')).replace(CHANGED_IN_FILE.from, CHANGED_IN_FILE.to))
  })
}

async function saveText(
  w: Writer,
  { now }: Deps,
  project: ProjectRow,
  { namespace, key: name, language, text }: SampleText,
) {
  const key = await keyByIdentity(w, project.id, { namespace, plural: 'none', name })
  const before = key === null ? null : await translation(w, project.id, key.id, language)
  if (key === null || before === null) return // the files were changed when the program was packaged
  await runOperation(w, {
    projectId: project.id,
    kind: 'save',
    by: SAMPLE,
    at: now().toISOString(),
    changes: [
      { kind: 'translate', keyId: key.id, language, forms: { other: text }, baseVersion: before.version },
    ],
  })
}
