import { askToEdit, type ProjectAddress } from './ask-to-edit.ts'
import { element } from './elements.ts'
import type { Words } from './words.ts'

/** The tokens of this page. In memory only. */
const allowed = new Map<string, { readonly secret: string; readonly canSendScreenshots: boolean }>()

/** The permission to edit a project from this page, and the button that asks for it. */
export type SignIn = {
  readonly element: HTMLElement
  readonly isSignedIn: () => boolean
  /** Returns the token; empty if there is none. */
  readonly token: () => string
  readonly canSendScreenshots: () => boolean
  /** Forgets the token, and asks for another one. */
  readonly ask: (why: string, then: () => void) => void
  readonly clear: () => void
}

export function openSignIn(address: ProjectAddress, words: Words, closed: AbortSignal): SignIn {
  const name = `${address.server} ${address.project}`
  const view = element('div')
  return {
    element: view,
    isSignedIn: () => allowed.has(name),
    token: () => allowed.get(name)?.secret ?? '',
    canSendScreenshots: () => allowed.get(name)?.canSendScreenshots !== false,
    ask(why, then) {
      allowed.delete(name)
      const status = element('p', { role: 'status' }, why)
      const button = element('button', { type: 'button', class: 'primary' }, words.signIn)
      button.addEventListener('click', async () => {
        status.textContent = words.signInWaits
        const answer = await askToEdit(address, closed)
        if (closed.aborted) return
        if ('secret' in answer) {
          allowed.set(name, answer)
          then()
        } else status.textContent = answer.problem === 'blocked' ? words.signInBlocked : words.signInClosed
      })
      view.replaceChildren(status, element('div', { class: 'buttons' }, button))
      button.focus()
    },
    clear: () => view.replaceChildren(),
  }
}
