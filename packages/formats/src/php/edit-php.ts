import { encodeText } from '../bytes/decode.ts'
import { EditError } from '../edit/edit-error.ts'
import { UTF8 } from '../edit/new-file.ts'
import { type Document, type EntryEdit, isWhole, type View } from '../format.ts'
import { eolLike, eolOf } from '../source/line-ends.ts'
import { type Branch, type Draft, printDraft } from '../tree/draft.ts'
import { editDraft } from '../tree/edit-draft.ts'
import { parsePhp } from './parse-php.ts'
import { DEFAULT_LAYOUT, type PhpLayout, phpDialect } from './php-dialect.ts'
import { keepNumbers } from './php-numbers.ts'
import { hasStateMarks } from './php-state.ts'
import { readPhp } from './read-php.ts'
import { setTexts } from './set-texts.ts'

/** Returns the bytes of `document` after the edits (see Format.edit). */
export function editPhp(document: Document, edits: readonly EntryEdit[], model: Document | null): Uint8Array {
  const { text } = document
  const like = model !== null && isWhole(model) ? model : null
  const changed = setTexts(
    document,
    edits,
    () => hasStateMarks(text) || (like !== null && hasStateMarks(like.text)),
  )
  if (changed !== null) return encodeText(changed, document.encoding)
  const draft = draftOf(text)
  const layout = layoutOf(
    text,
    draft,
    like === null ? DEFAULT_LAYOUT : layoutOf(like.text, draftOf(like.text), DEFAULT_LAYOUT),
  )
  editDraft(draft, draft.root, phpDialect(layout, variableOf(draft)), edits)
  keepNumbers(draft.root)
  return encodeText(printDraft(draft), document.encoding)
}

/** Creates a file of the same kind as `model`, with the text before its first entry and after its last. */
export function createPhp(model: Document | null, edits: readonly EntryEdit[], view?: View): Uint8Array {
  const encoding = model?.encoding ?? UTF8
  const document = readPhp(
    encodeText(model !== null && isWhole(model) ? emptyPhp(model.text) : '<?php\n\nreturn [\n];\n', encoding),
    view,
  )
  if (!isEmptyAssignments(document.text)) return editPhp(document, edits, model)
  // Assignments have no container that could be empty, so a placeholder is used and removed again.
  const last: EntryEdit = { kind: 'remove', name: PLACEHOLDER }
  return editPhp(document, [...edits, last], model)
}

const PLACEHOLDER = 'dragoman'

function isEmptyAssignments(text: string): boolean {
  return parsePhp(text).draft?.root.layout === 'statements'
}

/** Returns the text of a file without its entries. */
function emptyPhp(text: string): string {
  const draft = draftOf(text)
  const { root } = draft
  const eol = eolLike(text)
  if (root.layout === 'statements') {
    const first = root.items[0]
    const rawKey = `${variableOf(draft)}['${PLACEHOLDER}']`
    return `${draft.before}${first?.lead ?? ''}${root.indent}${rawKey} = '';${first?.tail.endsWith('\n') ? eol : ''}${draft.after}`
  }
  const opener = /^(?:\[|array\s*\()/i.exec(root.open)?.[0] ?? '['
  return `${draft.before}${opener}${eol}${root.close.slice(root.close.lastIndexOf('\n') + 1)}${draft.after}`
}

function draftOf(text: string): Draft {
  const { draft } = parsePhp(text)
  if (draft === null) throw new EditError('not-whole', '')
  return draft
}

function variableOf({ root }: Draft): string {
  const sample = root.items[0]?.rawKey ?? ''
  return root.layout === 'statements' ? (/^\$[\w\u0080-\uffff]+/.exec(sample)?.[0] ?? '$lang') : ''
}

/** Returns the layout of a whole file; anything it has no example of is taken from `model`. */
function layoutOf(text: string, draft: Draft, model: PhpLayout): PhpLayout {
  const signs: Signs = { single: 0, double: 0, step: '' }
  collectSigns(draft.root, signs)
  const { root } = draft
  const opener = root.layout === 'statements' ? model.opener : /^(?:\[|array\s*\()/i.exec(root.open)?.[0]
  const isEmpty = signs.single + signs.double === 0
  return {
    eol: eolOf(text) ?? model.eol,
    step: signs.step === '' ? model.step : signs.step,
    quote: isEmpty ? model.quote : signs.double > signs.single ? '"' : "'",
    opener: opener ?? model.opener,
    hasStates: hasStateMarks(text) || model.hasStates,
  }
}

type Signs = { single: number; double: number; step: string }

function collectSigns(branch: Branch, signs: Signs): void {
  if (branch.parent === null && signs.step === '' && branch.layout === 'commas' && branch.open.includes('\n'))
    signs.step = branch.indent
  for (const { value } of branch.items) {
    if (value.kind !== 'leaf') {
      collectSigns(value, signs)
      continue
    }
    if (value.raw.startsWith("'")) signs.single++
    else if (value.raw.startsWith('"')) signs.double++
  }
}
