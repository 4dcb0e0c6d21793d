import { type Forms, type UnitChange, unitId } from '@dragoman/core'
import type { Document } from '@dragoman/formats'
import { editFile, hashOf, type PartToWrite, viewOf } from '@dragoman/server/sync'
import { lineOfKey } from '../place-in.ts'
import { CommandError } from '../terminal.ts'
import type { NamespaceFiles } from './collect-namespaces.ts'
import { unitsOfNewFile } from './new-files.ts'
import { filePlanOf, type NamespacePlan } from './plan-namespace.ts'
import type { ServerNamespace } from './server-texts.ts'
import { writeFileInside } from './write-file-inside.ts'

/** A changed text in a file, and its current line, which is found when it is shown. */
export type FileChange = UnitChange & { readonly language: string; readonly line: () => number | null }

/** A file with its new contents. */
export type DraftedFile = {
  readonly path: string
  /** Null: the file does not exist yet. */
  readonly before: string | null
  readonly bytes: Uint8Array
  readonly changes: readonly FileChange[]
  /** Texts that the file cannot store, with the code of the reason. */
  readonly held: readonly { readonly name: string; readonly code: string }[]
  readonly read: (language: string) => Document
  readonly languages: readonly string[]
}

type Drafting = { readonly server: ServerNamespace; readonly plan: NamespacePlan }

/**
 * Returns the files of a namespace with the server's changes inserted; everything else is kept byte for byte.
 */
export function draftFiles(files: NamespaceFiles, drafting: Drafting): readonly DraftedFile[] {
  const { set, parts, missing } = files
  const paths = [...new Set(parts.map(({ path }) => path))]
  const changed = paths.flatMap((path) => {
    const file = set.files.find((one) => one.path === path)
    const toWrite = parts.flatMap((part): Writing[] => {
      const plan = part.path === path ? filePlanOf(drafting.plan.plan, part) : undefined
      return plan === undefined ? [] : [{ part, document: part.document, plan }]
    })
    return file === undefined ? [] : draft(files, drafting, { path, file, parts: toWrite })
  })
  const made = missing.flatMap(({ language, path }) => {
    const plan = unitsOfNewFile(set, drafting.server, language)
    const part = { path, language, namespace: files.namespace, side: 'target' as const }
    return plan.toFile.length === 0
      ? []
      : draft(files, drafting, { path, file: null, parts: [{ part, document: null, plan }] })
  })
  return [...changed, ...made]
}

type Writing = {
  readonly part: Omit<PartToWrite['place'], 'row'>
  readonly document: Document | null
  readonly plan: PartToWrite['plan']
}

type OneFile = {
  readonly path: string
  readonly file: { readonly bytes: Uint8Array; readonly hash: string } | null
  readonly parts: readonly Writing[]
}

function draft(
  files: NamespaceFiles,
  { plan, server }: Drafting,
  { path, file, parts }: OneFile,
): DraftedFile[] {
  const { set } = files
  const { format, sourceLanguage } = set
  if (parts.every((one) => one.plan.toFile.length === 0)) return []
  const sources = new Map<string, Forms>([...plan.plan.sources].map(([id, unit]) => [id, unit.forms]))
  const keyIds = new Map(plan.plan.keyIds)
  const edited = editFile({
    format,
    parts: parts.map(({ part, document, plan }) => ({ place: { ...part, row: null }, document, plan })),
    file,
    model: file === null ? modelOf(files) : sourceDocumentOf(files, path),
    sourceLanguage,
    keyIds,
    sourceOf: (id) => sources.get(id) ?? sourceInCatalog(server, sourceLanguage, id),
    formerNames: server.formerNames,
  })
  if (edited === null) return []
  const held = edited.parts.flatMap((part) => part.held.map(({ name, code }) => ({ name, code })))
  if (!edited.isWhole)
    throw new CommandError(`${path} would not be readable with the texts of the server. It was not changed.`)
  const bytes = edited.replacement?.bytes ?? file?.bytes ?? new Uint8Array()
  if (edited.replacement === null && held.length === 0) return []
  const heldNames = new Set(held.map(({ name }) => name))
  return [
    {
      path,
      before: file?.hash ?? null,
      bytes,
      held,
      languages: parts.map(({ part }) => part.language),
      read: (language) => {
        const side = parts.find(({ part }) => part.language === language)?.part.side ?? 'target'
        return format.read(bytes, viewOf({ language, side }))
      },
      changes: parts.flatMap(({ part, document, plan }) =>
        plan.toFile.flatMap((change) => {
          const name = (change.after ?? change.before)?.name ?? ''
          return heldNames.has(name)
            ? []
            : [{ ...change, language: part.language, line: () => lineOfKey(document, name) }]
        }),
      ),
    },
  ]
}

function sourceInCatalog(server: ServerNamespace, sourceLanguage: string, id: string): Forms | undefined {
  const row = server.units.get(sourceLanguage)?.find(({ unit }) => unitId(unit) === id)
  return row?.unit.forms
}

/** Returns the file of the source texts, which has details that other files need; null: it is this file, or there is none. */
function sourceDocumentOf({ set, namespace }: NamespaceFiles, path: string): Document | null {
  const parts = set.files.flatMap((file) => file.parts)
  const source = parts.find((part) => part.namespace === namespace && part.language === set.sourceLanguage)
  return source === undefined || source.path === path ? null : source.document
}

/** Returns a file that defines the style of a new one: that of the source language, otherwise any. */
function modelOf({ set, namespace }: NamespaceFiles): Document | null {
  const parts = set.files.flatMap((file) => file.parts)
  const own = parts.filter((part) => part.namespace === namespace)
  const source = own.find(({ language }) => language === set.sourceLanguage)
  return (source ?? own[0] ?? parts[0])?.document ?? null
}

export type WrittenFile = { readonly hash: string; readonly documents: ReadonlyMap<string, Document> }

/**
 * Writes files one by one, each atomically and never over someone else's concurrent changes. Returns them by
 * path. Throws CommandError.
 */
export async function writeDrafted(
  root: string,
  drafted: readonly DraftedFile[],
): Promise<ReadonlyMap<string, WrittenFile>> {
  const written = new Map<string, WrittenFile>()
  for (const { path, before, bytes, read, languages } of drafted) {
    if (hashOf(bytes) === before) continue // The file can store none of its changes.
    if (!(await writeFileInside({ folder: root, path, bytes, expected: before })))
      throw new CommandError(
        `${path} was changed by another program in the meantime and was not written. Run the command again.`,
      )
    const documents = new Map(languages.map((language) => [language, read(language)]))
    written.set(path, { hash: hashOf(bytes), documents })
  }
  return written
}
