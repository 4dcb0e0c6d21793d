import { encodeText } from '../bytes/decode.ts'
import { applyEdits } from '../edit/apply-edits.ts'
import { EditError } from '../edit/edit-error.ts'
import { messageTarget } from '../edit/message-list.ts'
import { endsOpen, newDocument } from '../edit/new-file.ts'
import { textsAfter } from '../edit/texts-after.ts'
import { requireTexts } from '../edit/verify-output.ts'
import { type Document, type EntryEdit, isWhole, type View } from '../format.ts'
import { printDraft } from '../source/json-draft.ts'
import { eolLike } from '../source/line-ends.ts'
import { objectText } from './empty-json.ts'
import { openMessages } from './message-session.ts'
import type { MessageShape } from './message-shape.ts'
import { readMessages } from './read-messages.ts'
import { spliceTexts } from './splice-texts.ts'

/** Returns the bytes of `document` after the edits (see Format.edit). */
export function editMessages(
  shape: MessageShape,
  document: Document,
  edits: readonly EntryEdit[],
  model: Document | null,
): Uint8Array {
  const { view, encoding } = document
  if (view?.side === 'source') refuseSources(document, edits)
  const spliced = spliceTexts(document, edits)
  if (spliced !== null) return encodeText(spliced, encoding)
  const modelSession =
    model !== null && model.format === shape.format && isWhole(model)
      ? openMessages(shape, model.text, { model: null, view })
      : null
  const session = openMessages(shape, document.text, { model: modelSession, view })
  applyEdits(messageTarget(session.list), edits)
  const bytes = encodeText(printDraft(session.draft), encoding)
  requireTexts(readMessages(shape, bytes, view), textsAfter(document, edits), edits)
  return bytes
}

/** Source texts next to translations come from the code: only the program that extracts them changes them. */
function refuseSources({ entries }: Document, edits: readonly EntryEdit[]): void {
  for (const edit of edits) {
    if (edit.kind === 'set' && entries.has(edit.name) && entries.get(edit.name)?.text !== edit.text)
      throw new EditError('read-only', edit.name)
  }
}

/** Creates a file with the additions of `edits`, in the style of `model`. */
export function createMessages(
  shape: MessageShape,
  model: Document | null,
  edits: readonly EntryEdit[],
  view: View | undefined,
): Uint8Array {
  const { list } = shape
  const language = JSON.stringify(view?.language ?? 'en')
  const text =
    list === null
      ? `[]${endsOpen(model) ? '' : eolLike(model?.text)}`
      : objectText([`"language": ${language}`, `"${list}": []`], model, '    ')
  return editMessages(shape, newDocument(shape.format, text, { model, view }), edits, model)
}
