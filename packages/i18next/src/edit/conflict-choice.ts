import { isSame } from './drafts.ts'
import type { Forms, Text } from './dragoman-api.ts'
import { element } from './elements.ts'
import type { KeptText } from './kept-text.ts'
import type { Say } from './status-line.ts'
import { shownTexts, type TextFields } from './text-fields.ts'
import type { Words } from './words.ts'

export type ConflictProps = {
  readonly words: Words
  readonly language: string
  readonly fields: TextFields
  readonly kept: KeptText
  readonly say: Say
  readonly onSaved: (forms: Forms) => void
  /** The person keeps their own text, which replaces the other one. */
  readonly onMine: () => void
}

/** Shows in a place the text that someone else has saved, and lets the person choose between it and theirs. */
export function showConflict(place: HTMLElement, current: Text, props: ConflictProps): void {
  const { words, language, fields, kept, say, onSaved, onMine } = props
  const choice = (text: string, onclick: () => void) => element('button', { type: 'button', onclick }, text)
  const show = (label: string, forms: Forms, ...choices: readonly HTMLElement[]) =>
    place.replaceChildren(
      ...shownTexts(label, forms, language, words),
      element('div', { class: 'buttons' }, ...choices),
    )
  const write = (forms: Forms) => {
    fields.write(forms)
    kept.keep(forms)
  }
  /** Shows a text of the person that the fields no longer have, with a way back to it. */
  const offer = (mine: Forms): HTMLElement => {
    const back = choice(words.backToMine, () => {
      // What was typed over the other text since then is a text of the person as well.
      const replaced = fields.typed()
      place.replaceChildren()
      write(mine)
      if (!isSame(replaced, current.forms)) offer(replaced)
      say(words.draft, 'waiting')
      fields.focus()
    })
    show(words.mine, mine, back)
    return back
  }
  const takeTheirs = choice(words.takeTheirs, () => {
    // Not what was typed when the conflict was found: the person can have typed more since.
    const mine = fields.typed()
    kept.replaceSaved(current)
    write(current.forms)
    onSaved(current.forms)
    say('', 'done')
    offer(mine).focus()
  })
  const keepMine = choice(words.keepMine, () => {
    kept.replaceSaved(current)
    kept.keep(fields.typed())
    onMine()
  })
  say(words.conflict)
  show(words.theirs, current.forms, takeTheirs, keepMine)
}
