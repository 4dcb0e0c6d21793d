import { type Forms, type Unit, unitId } from '@dragoman/core'
import type { Format } from '@dragoman/formats'
import { type FileRow, fileBase, gitChange, projectById, type Reader, unitsOfFile } from '@dragoman/store'
import type { PartToWrite } from '../../../sync/edit-file.ts'
import { viewOf } from '../../../sync/file-parts.ts'
import { formerNamesOf, keysWithoutEntry } from '../../../sync/run/former-names-of.ts'
import { spliceOnto } from '../../../sync/splice-returned.ts'

export type SpliceChangedRequest = {
  readonly sourceId: number
  readonly projectId: number
  readonly format: Format
  readonly path: string
  /** The languages of the file. */
  readonly rows: readonly FileRow[]
}

/**
 * Returns a file with its pending changes spliced into the bytes of its branch: on the branch of our pull request,
 * where others had committed, entries were at other places. Null if they are where the branch has them.
 */
export async function spliceChanged(
  r: Reader,
  { sourceId, projectId, format, path, rows }: SpliceChangedRequest,
): Promise<Uint8Array | null> {
  const upstream = (await gitChange(r, { sourceId, path }))?.bytes ?? null
  const edited = await fileBase(r, sourceId, path)
  const project = await projectById(r, projectId)
  if (upstream === null || edited === null || project === null) return null
  const { sourceLanguage } = project
  const parts: PartToWrite[] = []
  const keyIds = new Map<string, number>()
  const sources = new Map<string, Forms>()
  const moved: Unit[] = []
  for (const row of rows) {
    const units = await unitsOfFile(r, projectId, row.language, row.namespace)
    for (const { keyId, unit } of units) keyIds.set(unitId(unit), keyId)
    for (const { unit } of await unitsOfFile(r, projectId, sourceLanguage, row.namespace))
      sources.set(unitId(unit), unit.forms)
    const order = units.map(({ unit }) => unit)
    moved.push(...keysWithoutEntry(order, [format.read(upstream, viewOf(row))]))
    parts.push({ place: { ...row, row }, document: null, plan: { toFile: [], order } })
  }
  const sourceOf = (id: string) => sources.get(id)
  const formerNames = await formerNamesOf(r, { projectId, keyIds }, moved)
  const bytes = spliceOnto({ format, sourceLanguage, upstream, edited, parts, keyIds, sourceOf, formerNames })
  return bytes === null || Buffer.compare(bytes, edited) === 0 ? null : bytes
}
