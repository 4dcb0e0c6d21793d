import { type Issue, isKeyName } from '@dragoman/core'
import type { Document, Entry, FileLanguages, View } from '../format.ts'
import { openIssueList } from '../json/issue-list.ts'
import { languageTag } from '../source/language-tag.ts'
import { parseXml } from '../source/parse-xml.ts'
import { decodeXml } from '../source/xml-bytes.ts'
import type { XmlTree } from '../source/xml-tree.ts'
import type { ExchangeDialect, ExchangeShape } from './exchange-shape.ts'
import { type ExchangeUnit, findUnits, languagesOf, textsIn } from './find-texts.ts'
import { commentOf } from './unit-comment.ts'

/** A file taken apart. */
export type ExchangeSheet = { readonly tree: XmlTree; readonly shape: ExchangeShape; readonly units: readonly ExchangeUnit[] }

export function readExchange(bytes: Uint8Array, dialect: ExchangeDialect, view?: View): Document {
  const { text, encoding, issue } = decodeXml(bytes)
  const base = { format: dialect.id, text, encoding, ...(view === undefined ? {} : { view }) }
  if (issue !== null) return { ...base, entries: new Map(), issues: [issue] }
  const { sheet, issues } = openExchange(text, dialect)
  if (sheet === null) return { ...base, entries: new Map(), issues }
  const list = openIssueList()
  const entries = new Map<string, Entry>()
  const language = view?.language ?? usualLanguage(sheet) ?? ''
  for (const unit of sheet.units) {
    for (const found of textsIn(unit, language)) {
      const span = { start: found.value.start, end: found.value.end }
      if (!isKeyName(found.name)) list.warn('unusable-key', span, {})
      else if (found.text === null) list.warn('bad-tag', span, { found: text.slice(span.start, Math.min(span.end, span.start + 60)) })
      else entries.set(found.name, entryOf(text, sheet, { unit, found: { ...found, text: found.text }, span }))
    }
  }
  return { ...base, entries, issues: [...issues, ...list.all()].toSorted((a, b) => a.span.start - b.span.start) }
}

export function openExchange(
  text: string,
  dialect: ExchangeDialect,
): { readonly sheet: ExchangeSheet | null; readonly issues: readonly Issue[] } {
  const tree = parseXml(text)
  if (tree.root === null) return { sheet: null, issues: tree.issues }
  const shape = dialect.shapeOf(tree.root)
  if (shape !== null) return { sheet: { tree, shape, units: findUnits(text, shape, dialect) }, issues: tree.issues }
  const span = { start: tree.root.start, end: tree.root.openEnd }
  return { sheet: null, issues: [...tree.issues, { code: 'not-this-format', severity: 'error', span, params: { format: dialect.title } }] }
}

export function languagesInExchange(bytes: Uint8Array, dialect: ExchangeDialect): FileLanguages {
  const { text, issue } = decodeXml(bytes)
  const { sheet } = issue === null ? openExchange(text, dialect) : { sheet: null }
  if (sheet === null) return { source: null, targets: [] }
  const source = sheet.shape.sourceLanguage
  return { source, targets: languagesOf(sheet.units).filter((language) => !isSameLanguage(language, source)) }
}

/** Without a view: the first language that is not the source. */
export function usualLanguage({ units, shape }: ExchangeSheet): string | null {
  const languages = languagesOf(units)
  return languages.find((language) => !isSameLanguage(language, shape.sourceLanguage)) ?? languages[0] ?? null
}

export function isSameLanguage(a: string, b: string | null): boolean {
  return b !== null && (a === b || (languageTag(a) ?? a) === (languageTag(b) ?? b))
}

type Found = {
  readonly unit: ExchangeUnit
  readonly found: ReturnType<typeof textsIn>[number] & { readonly text: string }
  readonly span: Entry['span']
}

function entryOf(file: string, { shape }: ExchangeSheet, { unit, found, span }: Found): Entry {
  const { sourceLanguage } = shape
  const isSource = isSameLanguage(found.language, sourceLanguage)
  const source = sourceLanguage === null || isSource ? null : (textsIn(unit, sourceLanguage)[0]?.text ?? null)
  const comment = commentOf(file, unit, found)
  return {
    path: [found.name],
    name: found.name,
    text: found.text,
    span,
    ...(source === null ? {} : { source }),
    ...(comment === '' ? {} : { comment }),
  }
}
