import { type Edit, splice } from '@dragoman/core'
import { encodeText } from '../bytes/decode.ts'
import { UTF8 } from '../edit/new-file.ts'
import { type Document, type EntryEdit, isWhole, type View } from '../format.ts'
import { localName } from '../source/inline-text.ts'
import { parseXml } from '../source/parse-xml.ts'
import { treeOf } from '../source/xml-document.ts'
import { childElements, elementAt, tagSpan, type XmlElement } from '../source/xml-tree.ts'
import type { Dialect } from './dialect.ts'
import { editXliffText } from './edit-xliff.ts'
import { changeTag, wholeLines } from './element-edit.ts'
import { fillEmptyFiles } from './fill-empty-files.ts'
import { textsOf } from './find-units.ts'
import { openXliff, textIn, type XliffSession } from './read-xliff.ts'

/**
 * Creates a document with the added units. Those in the model keep its data (notes, contexts, original data)
 * and lose its translations; the model's other units are left out.
 */
export function createXliff(
  model: Document | null,
  edits: readonly EntryEdit[],
  dialect: Dialect,
  view?: View,
): Uint8Array {
  const session =
    model === null || !isWhole(model) ? null : openXliff(treeOf(model), dialect, 'target').session
  const encoding = model?.encoding ?? UTF8
  const additions = new Map(
    edits.flatMap((edit) => (edit.kind === 'add' ? [[edit.path.join('.'), edit] as const] : [])),
  )
  const setting = {
    charset: encoding.charset,
    ...(session === null || session.layout.locations.length === 0 ? {} : { isNamed: session.layout.isNamed }),
  }
  let text = blank(dialect, view)
  if (session !== null) {
    const kept = stripTranslations(session, new Set(additions.keys()), { view, charset: encoding.charset })
    const sources = sourceEdits(kept, additions, dialect)
    text =
      view?.side === 'source'
        ? kept
        : editXliffText(parseXml(kept), sources, dialect, { ...setting, side: 'source' })
  }
  const filled = dialect.id === 'xliff-2' ? fillEmptyFiles(text, dialect) : text
  return encodeText(
    editXliffText(parseXml(filled), edits, dialect, { ...setting, side: view?.side ?? 'target' }),
    encoding,
  )
}

/** Returns edits for sources that differ from the model's. */
function sourceEdits(
  text: string,
  additions: ReadonlyMap<string, Extract<EntryEdit, { kind: 'add' }>>,
  dialect: Dialect,
): readonly EntryEdit[] {
  const { session } = openXliff(parseXml(text), dialect, 'source')
  if (session === null) return []
  return textsOf(session.layout).flatMap((place): EntryEdit[] => {
    const name = place.path.join('.')
    const source = additions.get(name)?.source
    return source === undefined || place.isKept || source === textIn(session, place.source)
      ? []
      : [{ kind: 'set', name, text: source }]
  })
}

const SAFE_LANGUAGE = /^[A-Za-z0-9-]{1,35}$/

function blank(dialect: Dialect, view?: View): string {
  const language = view !== undefined && SAFE_LANGUAGE.test(view.language) ? view.language : 'und'
  const from = view?.sourceLanguage
  const source =
    view?.side === 'source' ? language : from !== undefined && SAFE_LANGUAGE.test(from) ? from : 'en'
  const target = view?.side === 'source' ? '' : ` ${dialect.targetLanguage}="${language}"`
  const languages = `${dialect.sourceLanguage}="${source}"${target}`
  if (dialect.id === 'xliff-1') {
    return `<?xml version="1.0" encoding="utf-8"?>
<xliff xmlns="urn:oasis:names:tc:xliff:document:1.2" version="1.2">
  <file ${languages} datatype="plaintext" original="messages">
    <body>
    </body>
  </file>
</xliff>
`
  }
  return `<?xml version="1.0" encoding="utf-8"?>
<xliff xmlns="urn:oasis:names:tc:xliff:document:2.0" version="2.0" ${languages}>
  <file id="messages">
  </file>
</xliff>
`
}

/**
 * Returns the model for another language: without its translations and their states, and without unwanted
 * units.
 */
function stripTranslations(
  session: XliffSession,
  wanted: ReadonlySet<string>,
  { view, charset }: { readonly view: View | undefined; readonly charset: string },
): string {
  const { text, dialect, layout, root } = session
  const edits: Edit[] = []
  if (view !== undefined && SAFE_LANGUAGE.test(view.language)) {
    const name = view.side === 'source' ? dialect.sourceLanguage : dialect.targetLanguage
    const tagged = dialect.languagesOn === 'root' ? [root] : layout.files.map((file) => file.element)
    for (const element of tagged) {
      edits.push({
        span: tagSpan(element),
        text: changeTag(text, element, new Map([[name, view.language]]), charset),
      })
    }
  }
  const wantedUnits = new Set<number>()
  const seen = new Set<string>()
  const texts = textsOf(layout)
  for (const { path, unit, isKept, isOneOfSeveral } of texts) {
    const name = path.join('.')
    // A text that gets the name of a unit with several segments replaces it.
    if (isOneOfSeveral && wanted.has(path.slice(0, -1).join('.'))) continue
    if (wanted.has(name) ? !isKept && !seen.has(name) : isKept) wantedUnits.add(unit.at)
    seen.add(name)
  }
  const units = new Map(texts.map((place) => [place.unit.at, place]))
  for (const at of layout.nameless) {
    const { start, end } = elementAt(layout.table, at)
    edits.push({ span: wholeLines(text, start, end), text: '' })
  }
  for (const { unit, isKept } of units.values()) {
    if (!wantedUnits.has(unit.at)) edits.push({ span: wholeLines(text, unit.start, unit.end), text: '' })
    else if (!isKept) edits.push(...emptyTarget(session, unit, charset))
  }
  return splice(text, edits)
}

function emptyTarget(
  { text, dialect, syntax }: XliffSession,
  unit: XmlElement,
  charset: string,
): readonly Edit[] {
  const edits: Edit[] = []
  const holders = dialect.id === 'xliff-1' ? [unit] : childElements(unit)
  for (const holder of holders) {
    const name = localName(holder.name, syntax.prefix)
    if (name !== dialect.unit && name !== 'segment' && name !== 'ignorable') continue
    const changes = new Map(['state', 'subState', 'approved'].map((attribute) => [attribute, null]))
    const tag = changeTag(text, holder, changes, charset)
    if (tag !== text.slice(holder.start, holder.openEnd)) edits.push({ span: tagSpan(holder), text: tag })
    for (const target of childElements(holder, `${syntax.prefix}target`)) {
      edits.push({ span: wholeLines(text, target.start, target.end), text: '' })
    }
  }
  return edits
}
