import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Failure } from '@dragoman/contract'
import { type Forms, groupBy, type PluralBases, type Unit, unitId } from '@dragoman/core'
import {
  adaptDocument,
  type Document,
  type FileUnit,
  type Format,
  pluralBasesOf,
  statesIn,
} from '@dragoman/formats'
import {
  listLanguages,
  listNamespaces,
  listSources,
  type ProjectRow,
  projectById,
  type Reader,
  type UnitRow,
  unitsOfFile,
} from '@dragoman/store'
import type { TaskContext } from '../workers/tasks.ts'
import { partsOfUpload, type UploadPart, type UploadParts, type UploadRequest } from './read-upload.ts'

/** A part of an upload after reading: its keys as the catalog would store them, and those of the catalog. */
export type ImportPart = UploadPart & {
  readonly document: Document
  readonly units: readonly FileUnit[]
  /** What the catalog cannot store as it is in the file. */
  readonly report: ReturnType<typeof adaptDocument>['report']
  /**
   * Keys of the namespace with their texts in the part's language, including those that earlier parts would
   * add.
   */
  readonly current: ReadonlyMap<string, Unit>
  /** The source texts that the file has next to its texts, by `unitId`, in the spelling of the catalog. */
  readonly sources: ReadonlyMap<string, Forms>
  /** The keys with their texts in the source language; empty if the file has no source texts. */
  readonly currentSources: ReadonlyMap<string, Unit>
}

export type ImportSource = {
  readonly project: ProjectRow
  /** Languages the project has. */
  readonly known: ReadonlySet<string>
  readonly found: UploadParts
  /** Reads one part after the other, in the order in which they are written. */
  readonly read: () => AsyncGenerator<ImportPart>
}

export type ImportInput = Omit<UploadRequest, 'sourceLanguage' | 'known'> & { readonly projectId: number }

/** Reads an upload against the catalog, with only one namespace in memory at a time. */
export async function openImport({ r, report }: TaskContext, input: ImportInput): Promise<ImportSource> {
  const project = await requireProject(r, input.projectId)
  const known = new Set((await listLanguages(r, project.id)).map((row) => row.tag))
  const ownFormats = new Set((await listSources(r, project.id)).map((source) => source.format))
  const namespaces = new Set((await listNamespaces(r, project.id)).map(({ name }) => name))
  const { sourceLanguage } = project
  const found = await partsOfUpload(
    { ...input, sourceLanguage, known: { languages: known, namespaces } },
    report,
  )

  async function* read(): AsyncGenerator<ImportPart> {
    let done = 0
    for (const [namespace, parts] of groupBy(found.parts, ({ namespace }) => namespace)) {
      const documents = new Map<UploadPart, Document>()
      for (const part of parts) {
        report(done++, found.parts.length, part.uploaded.path)
        documents.set(
          part,
          part.format.read(await readFile(join(input.folder, part.uploaded.stored)), part.fileView),
        )
      }
      const current = await openNamespace(r, { project, known, namespace })
      const basesOf = basesByFormat(documents, project, (await current.of(project.sourceLanguage)).values())
      for (const part of parts) {
        const document = documents.get(part)
        if (document === undefined) continue
        const before = await current.of(part.view.language)
        const {
          units: all,
          report: losses,
          sources: found,
          document: whole,
        } = adapt(part, {
          document,
          project,
          ownFormats,
          bases: basesOf(part.format),
          keys: new Set(before.keys()),
        })
        const isSource = part.view.language === project.sourceLanguage
        const own = isSource && hasSharedStates(part, document) ? all.map(withoutState) : all
        const units = part.newKeysOnly ? own.filter((unit) => !current.isInCatalog(unitId(unit))) : own
        const sources = part.hasSources ? found : NO_SOURCES
        const currentSources = sources.size === 0 ? NO_UNITS : await current.of(project.sourceLanguage)
        yield { ...part, document: whole, units, report: losses, current: before, sources, currentSources }
        current.add(part.view.language, units)
      }
    }
  }
  return { project, known, found, read }
}

/** Whether the languages of a file share the state of a row, as in a table with one column of states: it is that of translations. */
function hasSharedStates({ format, languages }: UploadPart, document: Document): boolean {
  return languages.length > 1 && statesIn(format, document) === undefined
}

function withoutState({ state: _, ...unit }: FileUnit): FileUnit {
  return unit
}

const NO_SOURCES: ReadonlyMap<string, Forms> = new Map()
const NO_UNITS: ReadonlyMap<string, Unit> = new Map()

async function requireProject(r: Reader, id: number): Promise<ProjectRow> {
  const project = await projectById(r, id)
  if (project === null) throw new Failure('gone', { what: 'project' })
  return project
}

/**
 * Returns the plural bases by format: all files of the namespace together define which keys are plural, like
 * files of a folder.
 */
function basesByFormat(
  documents: ReadonlyMap<UploadPart, Document>,
  { sourceLanguage }: ProjectRow,
  known: Iterable<Unit>,
) {
  const units = [...known]
  const found = new Map<Format, PluralBases>()
  return (format: Format): PluralBases => {
    const there = found.get(format)
    if (there !== undefined) return there
    const files = [...documents].flatMap(([part, { entries }]) =>
      part.format === format ? [{ language: part.view.language, entries: [...entries.values()] }] : [],
    )
    const bases = pluralBasesOf(format, { known: units, files, sourceLanguage })
    found.set(format, bases)
    return bases
  }
}

type Adapting = {
  readonly document: Document
  readonly project: ProjectRow
  readonly ownFormats: ReadonlySet<string>
  readonly bases: PluralBases
  /** Ids of the keys of the namespace. */
  readonly keys: ReadonlySet<string>
}

function adapt({ format, view }: UploadPart, { document, project, ownFormats, bases, keys }: Adapting) {
  const { sourceLanguage, syntax } = project
  return adaptDocument(
    { format, document, sourceLanguage },
    { language: view.language, syntax, bases, ownFormats, keys },
  )
}

/** Returns the key of a row with the state of its text. */
export function unitOfRow({ unit, state }: Pick<UnitRow, 'unit' | 'state'>): Unit {
  return state === 'untranslated' ? unit : { ...unit, state }
}

type NamespaceRequest = {
  readonly project: ProjectRow
  readonly known: ReadonlySet<string>
  readonly namespace: string
}

/** Returns the keys of a namespace as they would be after earlier parts. */
async function openNamespace(r: Reader, { project, known, namespace }: NamespaceRequest) {
  const added = new Map<string, Unit>()
  const texts = new Map<string, Map<string, Unit>>()
  const inCatalog = new Set<string>()

  async function of(language: string): Promise<ReadonlyMap<string, Unit>> {
    // A new language has no rows yet; those of the source language define which keys exist.
    const rows = await unitsOfFile(
      r,
      project.id,
      known.has(language) ? language : project.sourceLanguage,
      namespace,
    )
    const current = new Map<string, Unit>()
    for (const row of rows) {
      const unit = unitOfRow(row)
      const id = unitId(unit)
      inCatalog.add(id)
      current.set(id, known.has(language) ? unit : { ...row.unit, forms: {} })
    }
    for (const [id, unit] of added) if (!current.has(id)) current.set(id, unit)
    for (const [id, unit] of texts.get(language) ?? []) current.set(id, unit)
    return current
  }
  await of(project.sourceLanguage)

  return {
    of,
    isInCatalog: (id: string) => inCatalog.has(id),
    add(language: string, units: readonly FileUnit[]) {
      const own = texts.get(language) ?? new Map<string, Unit>()
      texts.set(language, own)
      for (const { name, plural, path, forms, state } of units) {
        const id = unitId({ name, plural })
        const merged = { ...own.get(id)?.forms, ...forms }
        own.set(id, { name, plural, path, forms: merged, ...(state && { state }) })
        if (!inCatalog.has(id) && !added.has(id)) added.set(id, { name, plural, path, forms: {} })
      }
    },
  }
}
