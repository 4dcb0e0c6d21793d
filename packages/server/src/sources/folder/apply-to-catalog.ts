import { basename } from 'node:path'
import {
  addLanguages,
  applyOperation,
  keepFileBase,
  type OperationKind,
  type ProjectRow,
  type Reader,
  upsertFile,
  type Writer,
} from '@dragoman/store'
import type { SyncContext } from './context.ts'
import type { Reading } from './reading.ts'
import {
  type NamespaceInput,
  type NamespacePlan,
  planNamespace,
  planOf,
  type ReadFile,
  writeConflicts,
  writesCatalog,
} from './sync-namespace.ts'

export type CatalogRequest = {
  readonly project: ProjectRow
  readonly inputs: readonly NamespaceInput[]
  readonly kind: Extract<OperationKind, 'import' | 'sync'>
  readonly reading: Reading | null
}

/**
 * Plans, and writes what the catalog has to take: one operation for the whole batch. In the same transaction
 * the bytes that it was taken from become what the files were last synced as: whatever happens next, the
 * catalog and what it came from are never told apart.
 */
export async function applyToCatalog(
  context: SyncContext,
  { project, inputs, kind, reading }: CatalogRequest,
): Promise<{ plans: readonly NamespacePlan[]; changes: number }> {
  const { store, source, now, ownOperations, baseHashes } = context
  const files = inputs.flatMap((input) => input.files)
  // What changed on disk will most likely have to be written: only the way back is planned ahead, so that it
  // does not hold up the writer.
  const changedOnDisk = files.some((file) => file.row === null || file.base !== file.document)
  if (!changedOnDisk) {
    const plans = await store.read((r) => planAll(r, inputs))
    if (!plans.some(writesCatalog)) return { plans, changes: 0 }
  }
  const at = now().toISOString()
  const operation = { projectId: project.id, author: basename(source.folder), at, origin: source.folder }
  const tags = [...new Set(files.filter((file) => file.row === null).map((file) => file.language))]
  async function write(w: Writer, begun: number | undefined) {
    const asPart = begun === undefined ? {} : { continues: begun }
    const added =
      tags.length === 0
        ? null
        : await addLanguages(w, {
            ...operation,
            tags,
            ...(reading === null ? {} : { kind: 'import', ...asPart }),
          })
    const continues = reading === null ? undefined : begun || (added?.ok && added.operationId) || undefined
    const plans = await planAll(w, inputs)
    const changes = plans.flatMap((entry) => entry.plan.changes)
    const result =
      changes.length === 0
        ? null
        : await applyOperation(w, {
            ...operation,
            kind,
            changes,
            ...(continues === undefined ? {} : { continues }),
          })
    if (result !== null && !result.ok)
      throw new Error(`The catalog refused a sync: ${JSON.stringify(result.refusals[0])}`)
    await keepBases(w, context, files)
    for (const planned of plans) await keepStates(w, context, { planned, at })
    const written = result?.operationId ?? 0
    return { plans, isChanged: written > 0, operationId: written || (continues ?? 0) }
  }
  const done = await (reading === null ? store.write((w) => write(w, undefined)) : reading.write(write))
  for (const { path, hash } of files.filter(isNewBase)) baseHashes.set(path, hash)
  if (done.operationId > 0) ownOperations.add(done.operationId)
  return { plans: done.plans, changes: done.isChanged ? 1 : 0 }
}

/**
 * Whether the file as it was read becomes what it was last synced as. Bytes that stand nowhere on disk any
 * more do not: what stands there now does not come from them.
 */
export function isNewBase(file: ReadFile): boolean {
  return !file.isOvertaken && (file.row === null || file.base !== file.document)
}

async function planAll(r: Reader, inputs: readonly NamespaceInput[]): Promise<NamespacePlan[]> {
  const plans: NamespacePlan[] = []
  for (const input of inputs) plans.push(await planNamespace(r, input))
  return plans
}

async function keepBases(w: Writer, { source }: SyncContext, files: readonly ReadFile[]): Promise<void> {
  const bases = new Map(files.filter(isNewBase).map((file) => [file.path, file.bytes]))
  for (const [path, bytes] of bases) await keepFileBase(w, source.id, path, bytes)
}

/** The rows of the files and of their conflicts, as they are with the new bases. */
async function keepStates(
  w: Writer,
  { source }: SyncContext,
  { planned, at }: { readonly planned: NamespacePlan; readonly at: string },
): Promise<void> {
  const { input, plan, conflicts } = planned
  for (const file of input.files) {
    const filePlan = planOf(planned, file)
    if (filePlan === undefined) continue
    const { path, language, namespace, side, row: known } = file
    const isBase = isNewBase(file)
    const isInStep = filePlan.toFile.length === 0
    // Until everything saved here is in the file, it is looked at as of the time when it was: a restart has
    // to find what was saved since.
    const syncedAt = isInStep ? at : (known?.syncedAt ?? at)
    const state = {
      state: isInStep ? 'in-step' : 'writing',
      problem: null,
      entries: file.document.entries.size,
      syncedAt,
      ...(isInStep ? { held: [] } : {}),
    } as const
    const row =
      isBase || known === null
        ? await upsertFile(w, { sourceId: source.id, path, language, namespace, side, ...state })
        : known
    await writeConflicts(w, {
      file: filePlan,
      fileId: row.id,
      rows: conflicts.get(file) ?? [],
      keyIds: plan.keyIds,
      at,
      isBase,
    })
  }
}
