import { type Issue, isPlainKeyName } from '@dragoman/core'
import type { Document, Entry, FileLanguages, View } from '../format.ts'
import { openIssueList } from '../source/issue-list.ts'
import { newEntry } from '../source/new-entry.ts'
import { parseXml } from '../source/parse-xml.ts'
import { decodeXml } from '../source/xml-bytes.ts'
import { readXml, wrongRoot } from '../source/xml-document.ts'
import type { XmlTree } from '../source/xml-tree.ts'
import type { ExchangeDialect, ExchangeShape } from './exchange-shape.ts'
import { type ExchangeText, exchangeText, isSameLanguage, textName, textsOf, unitsOf } from './find-texts.ts'
import { commentOf } from './unit-comment.ts'

export function readExchange(bytes: Uint8Array, dialect: ExchangeDialect, view?: View): Document {
  return readXml(dialect.id, bytes, view, (tree) => collectExchange(tree, dialect, view))
}

function collectExchange(
  tree: XmlTree,
  dialect: ExchangeDialect,
  view: View | undefined,
): Pick<Document, 'entries' | 'issues'> {
  const { text } = tree.table
  const entries = new Map<string, Entry>()
  const { shape, issues } = shapeOfTree(tree, dialect)
  if (shape === null) return { entries, issues }
  const list = openIssueList(issues)
  const language = view?.language ?? usualLanguage(shape, dialect) ?? ''
  for (const unit of unitsOf(shape, dialect)) {
    const texts = textsOf(unit.element, shape)
    let count = 0
    for (const found of texts) {
      if (!isSameLanguage(found.language, language)) continue
      const name = textName(unit.name, ++count)
      const { start, end } = found.value
      const shown = isPlainKeyName(name) ? exchangeText(found, dialect) : null
      if (shown !== null) {
        const extras = {
          source: sourceOf(texts, found, { shape, dialect }),
          comment: commentOf(text, unit.element, found),
        }
        entries.set(name, newEntry([name], name, shown, { start, end }, extras))
      } else if (isPlainKeyName(name))
        list.warn('bad-tag', { start, end }, { found: text.slice(start, Math.min(end, start + 60)) })
      else list.warn('unusable-key', { start, end }, {})
    }
  }
  return { entries, issues: list.all() }
}

/** Returns the structure of a file; null if it is not in this format. */
export function shapeOfTree(
  tree: XmlTree,
  dialect: ExchangeDialect,
): { readonly shape: ExchangeShape | null; readonly issues: readonly Issue[] } {
  const { root, issues } = tree
  const shape = root === null ? null : dialect.shapeOf(root)
  if (root === null || shape !== null) return { shape, issues }
  return { shape, issues: [...issues, wrongRoot(root, dialect.title)] }
}

export function languagesInExchange(bytes: Uint8Array, dialect: ExchangeDialect): FileLanguages {
  const { text, issue } = decodeXml(bytes)
  const { shape } = issue === null ? shapeOfTree(parseXml(text), dialect) : { shape: null }
  if (shape === null) return { source: null, targets: [] }
  const source = shape.sourceLanguage
  return {
    source,
    targets: languagesOf(shape, dialect).filter((language) => !isSameLanguage(language, source)),
  }
}

/** Returns the languages of a file as spelled there, in order. */
export function languagesOf(shape: ExchangeShape, dialect: ExchangeDialect): readonly string[] {
  const languages = new Set<string>()
  for (const { element } of unitsOf(shape, dialect))
    for (const { language } of textsOf(element, shape)) languages.add(language)
  return [...languages]
}

/** Returns the language used without a view: the first one other than the source. */
export function usualLanguage(shape: ExchangeShape, dialect: ExchangeDialect): string | null {
  const languages = languagesOf(shape, dialect)
  return languages.find((language) => !isSameLanguage(language, shape.sourceLanguage)) ?? languages[0] ?? null
}

type Kind = { readonly shape: ExchangeShape; readonly dialect: ExchangeDialect }

function sourceOf(
  texts: readonly ExchangeText[],
  { language }: ExchangeText,
  { shape, dialect }: Kind,
): string | null {
  const { sourceLanguage } = shape
  if (sourceLanguage === null || isSameLanguage(language, sourceLanguage)) return null
  const source = texts.find((text) => isSameLanguage(text.language, sourceLanguage))
  return source === undefined ? null : exchangeText(source, dialect)
}
