/** Why an edit cannot be made; in all cases nothing was changed. */
export type EditErrorCode = 'not-whole' | 'no-entry' | 'place-taken' | 'unusable-path'

/** An edit that asks for something the document cannot hold. `entry` is the name it was about, empty for the whole document. */
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
