import type { Forms } from './dragoman-api.ts'
import { element } from './elements.ts'
import { shownTexts } from './shown-texts.ts'
import type { Words } from './words.ts'

/** A text that someone else saved meanwhile, and what can be done with it. */
type Conflict = {
  readonly theirs: Forms
  readonly mine: Forms
  readonly onTakeTheirs: () => void
  readonly onBackToMine: () => void
  readonly onKeepMine: () => void
}

/** Shows a conflict below the fields; afterwards, how to get back to the own text. */
export type ConflictView = {
  readonly element: HTMLElement
  readonly show: (conflict: Conflict) => void
  readonly clear: () => void
}

export function conflictView(language: string, words: Words): ConflictView {
  const view = element('div')
  const clear = () => view.replaceChildren()
  const button = (text: string, onclick: () => void) => element('button', { type: 'button', onclick }, text)
  const fill = (label: string, forms: Forms, ...buttons: readonly HTMLElement[]) =>
    view.replaceChildren(
      element('span', { class: 'label' }, label),
      ...shownTexts(forms, language, words),
      element('div', { class: 'buttons' }, ...buttons),
    )

  return {
    element: view,
    clear,
    show({ theirs, mine, onTakeTheirs, onBackToMine, onKeepMine }) {
      const back = button(words.backToMine, () => {
        clear()
        onBackToMine()
      })
      const take = button(words.takeTheirs, () => {
        onTakeTheirs()
        fill(words.mine, mine, back)
        back.focus()
      })
      fill(words.theirs, theirs, take, button(words.keepMine, onKeepMine))
    },
  }
}
