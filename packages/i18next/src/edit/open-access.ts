import { askToEdit, type ProjectAddress } from './ask-to-edit.ts'
import { element } from './elements.ts'
import type { Words } from './words.ts'

type Allowed = { readonly secret: string; readonly canSendScreenshots: boolean }

/** The tokens of this page. In memory only. */
const allowed = new Map<string, Allowed>()

export type Access = {
  /** The token of this page; undefined: the person has not signed in. */
  readonly given: () => Allowed | undefined
  readonly forget: () => void
  /**
   * Shows why a person has to sign in, and calls `then` once they have. Focuses the button, unless `keepsFocus`.
   */
  readonly ask: (why: string, then: () => void, keepsFocus?: boolean) => void
  /** What `ask` shows. */
  readonly line: HTMLElement
}

/** Access to a project from this page; `closed` cancels a sign-in in progress. */
export function openAccess(address: ProjectAddress, words: Words, closed: AbortSignal): Access {
  const name = `${address.server} ${address.project}`
  const line = element('div')
  return {
    line,
    given: () => allowed.get(name),
    forget: () => allowed.delete(name),
    ask(why, then, keepsFocus) {
      const status = element('p', { role: 'status' }, why)
      const onclick = async () => {
        status.textContent = words.signInWaits
        const answer = await askToEdit(address, closed)
        if (closed.aborted) return
        if ('secret' in answer) {
          allowed.set(name, answer)
          then()
        } else status.textContent = answer.problem === 'blocked' ? words.signInBlocked : words.signInClosed
      }
      const button = element('button', { type: 'button', class: 'primary', onclick }, words.signIn)
      line.replaceChildren(status, element('div', { class: 'buttons' }, button))
      if (!keepsFocus) button.focus()
    },
  }
}
