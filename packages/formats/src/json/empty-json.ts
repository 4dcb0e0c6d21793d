import { endsOpen, newDocument } from '../edit/new-file.ts'
import type { Document } from '../format.ts'
import { eolLike } from '../source/line-ends.ts'

/** Returns a file with an empty object, with the encoding and end of the model. */
export function emptyJson(format: string, model: Document | null): Document {
  return newDocument(format, endsOpen(model) ? '{}' : `{}${eolLike(model?.text)}`, { model })
}
