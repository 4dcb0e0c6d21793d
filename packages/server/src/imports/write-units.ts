import { definedOf, hasText, planImport, type Unit, type UnitChange, unitId, unitsById } from '@dragoman/core'
import {
  applyOperation,
  type ChangeRequest,
  type FoundUnit,
  findUnits,
  lockProject,
  type Requester,
  type Writer,
} from '@dragoman/store'
import { failureOfRefusals } from '../areas/run-operation.ts'
import { unitOfRow } from './import-units.ts'
import type { NewerWork } from './newer-work.ts'
import type { PreparedChunk, PreparedUnit } from './prepare-import.ts'

export type WriteUnitsRequest = {
  readonly projectId: number
  readonly chunk: Pick<PreparedChunk, 'language' | 'namespace' | 'newKeysOnly'>
  readonly units: readonly PreparedUnit[]
  readonly mode: 'overwrite' | 'fill'
  readonly by: Requester
  readonly at: string
  readonly origin: string
  /** The operation that earlier steps started. */
  readonly continues: number | null
  readonly newerWork: NewerWork
}

/**
 * Writes some keys of a file into the current catalog; doing it twice changes nothing. What others have changed since
 * the import was requested is kept, because it is newer than the file: their texts, and that a key was removed or has
 * another name. `operationId` is 0 if nothing had to be changed.
 */
export async function writeUnits(
  w: Writer,
  request: WriteUnitsRequest,
): Promise<{ readonly operationId: number; readonly keptNewer: number }> {
  const { projectId, chunk, units, mode, by, at, origin, continues, newerWork } = request
  const { language, namespace } = chunk
  // Another import can add the same keys: what is found here must still be true when it is written.
  await lockProject(w, projectId)
  const rows = new Map<string, FoundUnit>()
  for (const row of await findUnits(w, { projectId, namespace, language, identities: units }))
    rows.set(unitId(row.unit), row)
  const newer = await newerWork.texts(w, continues, rows.values())
  const isAdding = units.some((unit) => !rows.has(unitId(unit)))
  const former = isAdding ? await newerWork.formerUnits(w, continues, namespace) : null
  const incoming = new Map<string, Unit>()
  let keptNewer = 0
  for (const unit of units) {
    const row = rows.get(unitId(unit))
    if (row ? newer.has(row) : former?.has(unitId(unit))) keptNewer += 1
    else if (!(chunk.newKeysOnly && row && hasText(row.unit.forms))) incoming.set(unitId(unit), unit)
  }
  const current = new Map<string, Unit>([...rows].map(([id, row]) => [id, unitOfRow(row)]))
  const plan = planImport({ incoming, current, mode: mode === 'fill' ? 'keep' : 'overwrite' })
  const byId = unitsById(units)
  const changes = plan.changes.map((change) =>
    requestOf(change, { language, namespace, mode, rows, units: byId }),
  )
  const result = await applyOperation(w, {
    projectId,
    kind: 'import',
    by,
    at,
    origin,
    ...(continues === null ? {} : { continues }),
    changes,
  })
  if (!result.ok) throw failureOfRefusals(result.refusals)
  return { operationId: result.operationId, keptNewer }
}

type Lookup = {
  readonly language: string
  readonly namespace: string
  readonly mode: WriteUnitsRequest['mode']
  readonly rows: ReadonlyMap<string, FoundUnit>
  readonly units: ReadonlyMap<string, PreparedUnit>
}

function requestOf(change: UnitChange, { language, namespace, mode, rows, units }: Lookup): ChangeRequest {
  const forms = change.after?.forms ?? {}
  const { state, comment, maxLength, syntax, source } = units.get(change.id) ?? {}
  const text = { forms, ...(state === undefined ? {} : { state }) }
  const row = rows.get(change.id)
  if (row !== undefined) {
    const made = source === undefined ? {} : { sourceForms: source }
    // What was a draft stays one if only its missing forms are filled.
    const kept = mode === 'fill' && row.state === 'draft' ? { state: row.state } : {}
    return { kind: 'translate', keyId: row.keyId, language, ...text, ...kept, ...made }
  }
  const unit = change.after
  if (unit === null) throw new Error('An import never removes')
  const { name, plural, path } = unit
  return {
    kind: 'add-key',
    namespace,
    name,
    plural,
    path,
    ...definedOf({ description: comment, maxLength, syntax }),
    texts: new Map([[language, text]]),
  }
}
