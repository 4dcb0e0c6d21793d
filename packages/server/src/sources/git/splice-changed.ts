import type { Forms, Unit } from '@dragoman/core'
import { unitId } from '@dragoman/core'
import type { Format } from '@dragoman/formats'
import {
  type FileRow,
  fileBase,
  gitChange,
  keepFileBase,
  projectById,
  unitsOfFile,
  type Writer,
} from '@dragoman/store'
import type { PartToWrite } from '../../sync/edit-file.ts'
import { spliceOnto } from '../../sync/splice-returned.ts'

export type SpliceChangedRequest = {
  readonly sourceId: number
  readonly projectId: number
  readonly format: Format
  readonly path: string
  /** The languages of the file. */
  readonly rows: readonly FileRow[]
}

/**
 * Splices the pending changes of a file into the bytes of its branch: on the branch of our pull request, where others
 * had committed, entries were at other places. Returns whether the file has changed.
 */
export async function spliceChanged(
  w: Writer,
  { sourceId, projectId, format, path, rows }: SpliceChangedRequest,
): Promise<boolean> {
  const upstream = (await gitChange(w, { sourceId, path }))?.bytes ?? null
  const edited = await fileBase(w, sourceId, path)
  const project = await projectById(w, projectId)
  if (upstream === null || edited === null || project === null) return false
  const { sourceLanguage } = project
  const parts: PartToWrite[] = []
  const keyIds = new Map<string, number>()
  const sources = new Map<string, Forms>()
  for (const row of rows) {
    const units = await unitsOfFile(w, projectId, row.language, row.namespace)
    for (const { keyId, unit } of units) keyIds.set(unitId(unit), keyId)
    for (const { unit } of await unitsOfFile(w, projectId, sourceLanguage, row.namespace))
      sources.set(unitId(unit), unit.forms)
    const order: readonly Unit[] = units.map(({ unit }) => unit)
    parts.push({ place: { ...row, row }, document: null, plan: { toFile: [], order } })
  }
  const sourceOf = (id: string) => sources.get(id)
  const bytes = spliceOnto({ format, sourceLanguage, upstream, edited, parts, keyIds, sourceOf })
  if (bytes === null || Buffer.compare(bytes, edited) === 0) return false
  await keepFileBase(w, sourceId, path, bytes)
  return true
}
