import type { Document } from '../format.ts'

/** A file with an empty object, encoded and ended as the model is. */
export function emptyJsonLike(model: Document | null, format: string): Document {
  const eol = model?.text.includes('\r\n') ? '\r\n' : '\n'
  const endsOpen = model !== null && model.text !== '' && !/[\r\n]$/.test(model.text)
  return {
    format,
    text: endsOpen ? '{}' : `{}${eol}`,
    encoding: model?.encoding ?? { charset: 'utf-8', bom: false },
    entries: new Map(),
    issues: [],
  }
}
