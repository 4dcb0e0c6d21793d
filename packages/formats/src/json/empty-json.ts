import { endsOpen, newDocument } from '../edit/new-file.ts'
import type { Document } from '../format.ts'
import { eolLike } from '../source/line-ends.ts'

/** A file with an empty object, encoded and ended as the model is. */
export function emptyJson(format: string, model: Document | null): Document {
  return newDocument(format, endsOpen(model) ? '{}' : `{}${eolLike(model?.text)}`, { model })
}
