import { Refused } from './dragoman-api.ts'
import { type Words, withReason } from './words.ts'

/** Returns the code of a failed call. */
export function codeOf(error: unknown): string {
  return error instanceof Refused ? error.code : String(error)
}

/** Returns the reason for a refusal by its code. */
export function reasonOf(code: string, words: Words): string {
  if (code === 'unreachable') return words.unreachable
  if (code === 'not-allowed') return words.notAllowed
  if (code === 'too-many-requests') return words.tooMany
  if (code === 'busy') return words.busy
  return withReason(words.refused, code)
}

export type SendingProps = {
  readonly words: Words
  readonly status: HTMLElement
  /** What failed, as the status says it; the reason is added. */
  readonly failed: string
  /** The token has expired. */
  readonly onSignedOut: () => void
  readonly send: () => Promise<void>
}

/** Returns the listener that submits a form: one request at a time, whose failure the status explains. */
export function sending({ words, status, failed, onSignedOut, send }: SendingProps): (event: Event) => void {
  let isBusy = false
  return async (event) => {
    event.preventDefault()
    if (isBusy) return
    isBusy = true
    try {
      await send()
    } catch (error) {
      const code = codeOf(error)
      const isSignedOut = code === 'invalid-token'
      if (isSignedOut) onSignedOut()
      status.textContent = isSignedOut ? words.signInEnded : withReason(failed, reasonOf(code, words))
    } finally {
      isBusy = false
    }
  }
}
