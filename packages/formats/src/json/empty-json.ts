import { endsOpen, newDocument } from '../edit/new-file.ts'
import type { Document } from '../format.ts'
import { eolLike } from '../source/line-ends.ts'

/** Returns a file with an empty object, with the encoding and end of the model. */
export function emptyJson(format: string, model: Document | null): Document {
  return newDocument(format, endsOpen(model) ? '{}' : `{}${eolLike(model?.text)}`, { model })
}

/** Returns a file of an object with members, as written, on lines of their own: indented like those of `model`. */
export function objectText(members: readonly string[], model: Document | null, indent: string): string {
  const eol = eolLike(model?.text)
  const step = /^\s*\{\r?\n([ \t]+)"/.exec(model?.text ?? '')?.[1] ?? indent
  const lines = members.map((member) => `${step}${member}`).join(`,${eol}`)
  return `{${eol}${lines}${eol}}${endsOpen(model) ? '' : eol}`
}
