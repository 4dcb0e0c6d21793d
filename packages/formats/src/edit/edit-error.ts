/**
 * Why an edit cannot be made; in all cases nothing was changed. `read-only`: the text is made from elsewhere,
 * as a gettext msgid; `not-encodable`: the file's charset lacks a character; `not-representable`: the format
 * has no way to say it, as a plural form.
 */
export type EditErrorCode =
  | 'not-whole'
  | 'no-entry'
  | 'place-taken'
  | 'unusable-path'
  | 'read-only'
  | 'not-encodable'
  | 'not-representable'

/**
 * An edit that asks for something the document cannot hold. `entry` is the name it was about, empty for the
 * whole document.
 */
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
