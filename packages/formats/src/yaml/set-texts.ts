import { type Edit, splice } from '@dragoman/core'
import { EditError } from '../edit/edit-error.ts'
import type { Document, Entry, EntryEdit } from '../format.ts'
import { type Dialect, rewriteValue } from '../tree/dialect.ts'
import { type Branch, type Item, printDraft } from '../tree/draft.ts'
import { addItems, newBlock } from './draft-yaml.ts'
import { parseYaml } from './parse-yaml.ts'
import type { YamlSource } from './yaml-leaf.ts'
import { endOfLine, startOfLine } from './yaml-token.ts'

/**
 * Returns the text of a document after edits that set texts, by parsing only the lines of the entries. Null
 * if there are other edits, or if the lines of an entry are not enough.
 */
export function setTexts(
  source: YamlSource,
  document: Document,
  edits: readonly EntryEdit[],
  dialect: Dialect,
): string | null {
  const pieces = new Map<number, Piece>()
  const locations = new Map<string, Location>()
  for (const edit of edits) {
    if (edit.kind !== 'set') return null
    const entry = document.entries.get(edit.name)
    if (entry === undefined) throw new EditError('no-entry', edit.name)
    const start = startOfLine(source.text, entry.span.start)
    const piece = pieces.get(start) ?? readPiece(source, start, endOfLine(source.text, entry.span.end))
    const location = piece === null ? null : (locations.get(edit.name) ?? locationIn(piece.branch, entry))
    if (piece === null || location === null) return null
    pieces.set(start, piece)
    locations.set(edit.name, location)
    const { value } = location.item
    if (value.kind === 'leaf' && value.text !== edit.text) rewriteValue(dialect, location, edit)
  }
  return splice(source.text, [...pieces.values()].map(printPiece))
}

/** Whole lines of a text, parsed. */
type Piece = { readonly branch: Branch; readonly start: number; readonly end: number }
type Location = { readonly branch: Branch; readonly item: Item }

function readPiece(source: YamlSource, start: number, end: number): Piece | null {
  const { documents, issues } = parseYaml({
    text: source.text,
    start,
    end,
    depth: 0,
    work: { values: 0, tokens: 0 },
  })
  const [document] = documents
  const value = document?.value
  if (documents.length !== 1 || issues.length > 0 || document?.start.some(({ type }) => type !== 'space'))
    return null
  if (value?.type !== 'block-map' && value?.type !== 'block-seq') return null
  const branch = newBlock(value.type === 'block-map' ? 'map' : 'list')
  return addItems(source, branch, value, start) === end ? { branch, start, end } : null
}

function locationIn(branch: Branch, entry: Entry): Location | null {
  for (const item of branch.items) {
    const { value } = item
    const location = value.kind === 'leaf' ? null : locationIn(value, entry)
    if (location !== null) return location
    if (value.kind !== 'leaf' || value.start !== entry.span.start || value.text !== entry.text) continue
    if (value.raw.length === entry.span.end - entry.span.start) return { branch, item }
  }
  return null
}

function printPiece({ branch, start, end }: Piece): Edit {
  return { span: { start, end }, text: printDraft({ before: '', root: branch, after: '' }) }
}
