/**
 * Why an edit is refused; nothing was changed. `read-only`: the text is defined elsewhere, like a gettext
 * msgid; `not-encodable`: the file's charset does not have a character; `not-representable`: the format
 * cannot express it, for example a plural form; `incomplete-list`: a program uses the list of a language as a whole,
 * and an item would have no text.
 */
export type EditErrorCode =
  | 'not-whole'
  | 'no-entry'
  | 'place-taken'
  | 'unusable-path'
  | 'read-only'
  | 'not-encodable'
  | 'not-representable'
  | 'incomplete-list'

/** An edit that the document cannot store. `entry` is the name of the entry, empty for the whole document. */
export class EditError extends Error {
  override readonly name = 'EditError'
  readonly code: EditErrorCode
  readonly entry: string

  constructor(code: EditErrorCode, entry: string) {
    super(entry === '' ? code : `${code}: ${entry}`)
    this.code = code
    this.entry = entry
  }
}
