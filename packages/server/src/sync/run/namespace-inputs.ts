import { groupBy } from '@dragoman/core'
import { type Document, isWhole } from '@dragoman/formats'
import {
  type FileRow,
  fileBase,
  type ImportedKey,
  importedKeys,
  type ProjectRow,
  type SourceRow,
} from '@dragoman/store'
import { viewOf } from '../file-parts.ts'
import type { DraftAccess } from './sync-draft.ts'
import {
  isShort,
  lostEntries,
  type NamespaceInput,
  type NamespacePlan,
  planNamespace,
  type ReadFile,
} from './sync-namespace.ts'

/** A source with all its files. */
export type FilesOfSource = { readonly source: SourceRow; readonly rows: readonly FileRow[] }

/** Groups the files by namespace, with everything else that determines their keys. */
export async function namespaceInputs(
  access: DraftAccess,
  {
    project,
    files,
    ofSource,
    begunBy,
  }: {
    readonly project: ProjectRow
    readonly files: readonly ReadFile[]
    readonly ofSource: FilesOfSource
    readonly begunBy: number | null
  },
): Promise<NamespaceInput[]> {
  const { format } = access
  const { id: projectId, sourceLanguage } = project
  const { source, rows } = ofSource
  const groups = groupBy(files, (file) => file.namespace)
  const inputs: NamespaceInput[] = []
  for (const [namespace, group] of groups) {
    const rest = othersOf(group, { namespace, rows })
    const isChanged = group.some((file) => file.base !== file.document)
    const sourceRow = rest.find((row) => row.language === sourceLanguage)
    const keys = access.files.keysOf?.(namespace) ?? null
    const sourceDocument =
      (isChanged || keys !== null) && sourceRow ? await documentOf(access, source, sourceRow) : null
    const isNew = rest.length === 0 && group.every(({ row }) => row === null)
    const languages = group.flatMap(({ base, language }) => (base === null ? language : []))
    const imported =
      begunBy !== null && languages.length > 0
        ? await access.read((r) => importedKeys(r, { projectId, namespace, operationId: begunBy, languages }))
        : NOTHING_IMPORTED
    const input: NamespaceInput = {
      projectId,
      format,
      sourceLanguage,
      namespace,
      files: group,
      sourceDocument,
      others: [],
      isWhole: false,
      isNew,
      imported,
      keys,
    }
    inputs.push(group.some(lostEntries) ? await withOthers(access, input, ofSource) : input)
  }
  return inputs
}

/** Plans the sync of a namespace, with all its files if it removes keys. */
export async function planInFull(
  access: DraftAccess,
  input: NamespaceInput,
  ofSource: FilesOfSource,
): Promise<NamespacePlan> {
  const planned = await access.read((r) => planNamespace(r, input))
  if (!isShort(planned)) return planned
  const whole = await withOthers(access, input, ofSource)
  return access.read((r) => planNamespace(r, whole))
}

async function withOthers(
  access: DraftAccess,
  input: NamespaceInput,
  { source, rows }: FilesOfSource,
): Promise<NamespaceInput> {
  const { namespace, sourceLanguage } = input
  let { sourceDocument } = input
  const others: Document[] = []
  for (const row of othersOf(input.files, { namespace, rows })) {
    const isSource = row.language === sourceLanguage
    if (isSource && sourceDocument !== null) continue
    const document = await documentOf(access, source, row)
    if (isSource && sourceDocument === null) sourceDocument = document
    else if (document !== null) others.push(document)
  }
  return { ...input, sourceDocument, others, isWhole: true }
}

/** Returns the parts of a namespace that are not among some of its files. */
function othersOf(
  files: readonly ReadFile[],
  { namespace, rows }: { readonly namespace: string; readonly rows: readonly FileRow[] },
): readonly FileRow[] {
  const partId = ({ path, language }: Pick<FileRow, 'path' | 'language'>) => `${path}\n${language}`
  const own = new Set(files.map(partId))
  return rows.filter((row) => row.namespace === namespace && !own.has(partId(row)))
}

const NOTHING_IMPORTED: ReadonlyMap<string, ImportedKey> = new Map()

/**
 * Returns the content of a file. An unreadable file counts as last synced, so that damage by mistake removes
 * no keys. Null: it is gone, or was never valid.
 */
export async function documentOf(
  { files, format, read }: DraftAccess,
  source: SourceRow,
  row: FileRow,
): Promise<Document | null> {
  const file = await files.read(row.path)
  if (file.kind === 'missing') return null
  if (file.kind === 'bytes') {
    const document = format.read(file.bytes, viewOf(row))
    if (isWhole(document)) return document
  }
  const base = await read((r) => fileBase(r, source.id, row.path))
  const document = base === null ? null : format.read(base, viewOf(row))
  return document !== null && isWhole(document) ? document : null
}
