import { Failure } from '@dragoman/contract'
import { isNamespace } from '@dragoman/core'
import {
  type Document,
  type Format,
  formatById,
  formatFor,
  isWhole,
  placeOf,
  placeOfPath,
  recogniseFile,
  type View,
  viewsOfFile,
} from '@dragoman/formats'
import { demandTag } from '../projects/handlers.ts'

export type ImportRequest = {
  readonly bytes: Uint8Array
  /** File name or path: tells format, and language and namespace where these are not given. */
  readonly name: string
  readonly language?: string | undefined
  readonly namespace?: string | undefined
  readonly format?: string | undefined
  readonly sourceLanguage: string
}

/** A file that is to be imported: one language of it, read. */
export type ReadImport = {
  readonly format: Format
  readonly document: Document
  readonly language: string
  readonly namespace: string
  /** All languages the file has. */
  readonly languages: readonly string[]
  /** What told the language. */
  readonly reason: 'as-given' | 'by-file' | 'by-name'
}

/** Reads the texts that are meant. Throws `unsupported-format`, `unreadable-file` (with line and column) and `invalid-input` where no language is known. */
export function readImport(request: ImportRequest): ReadImport {
  const { bytes, name } = request
  const format = formatOf(request)
  const place = placeOfPath(name)
  const asked = request.language === undefined ? null : demandTag(request.language, '/query/language')
  const views = viewsOfFile(format, bytes, { language: asked ?? place.language, sourceLanguage: request.sourceLanguage })
  const view = chooseView(views, asked, place.language)
  if (view === null) {
    // What cannot be read at all says more than that its language is not known.
    demandWhole(format.read(bytes), name)
    throw new Failure('invalid-input', {}, { fields: [{ pointer: '/query/language', code: 'unknown-language' }] })
  }
  const namespace = request.namespace ?? place.namespace
  if (!isNamespace(namespace)) throw new Failure('invalid-input', {}, { fields: [{ pointer: '/query/namespace', code: 'unusable' }] })
  const document = format.read(bytes, view)
  demandWhole(document, name)
  const { language } = view
  const reason = asked !== null ? 'as-given' : place.language === language ? 'by-name' : 'by-file'
  return { format, document, language, namespace, languages: views.map((one) => one.language), reason }
}

function formatOf({ name, bytes, format: id }: ImportRequest): Format {
  const format = id === undefined ? recogniseFile(name, bytes)[0]?.format : formatById(id)
  if (format) return format
  const guess = formatFor(name)
  throw new Failure('unsupported-format', { name, reason: guess.format === null ? guess.reason : 'unknown-format' })
}

/** The language that was asked for, else the one the path names, else a translation rather than the source. */
function chooseView(views: readonly View[], asked: string | null, named: string | null): View | null {
  const wanted = views.find(({ language }) => language === asked) ?? null
  if (asked !== null) return wanted ?? (views.length === 0 ? { language: asked, side: 'target' } : null)
  return views.find(({ language }) => language === named) ?? views.find(({ side }) => side === 'target') ?? views[0] ?? null
}

function demandWhole(document: Document, name: string): void {
  if (isWhole(document)) return
  const issue = document.issues.find((found) => found.severity === 'error')
  const { line, column } = placeOf(document.text, issue?.span.start ?? 0)
  throw new Failure('unreadable-file', { name, reason: issue?.code ?? 'unknown', line, column, ...issue?.params })
}
