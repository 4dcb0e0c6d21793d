import type { ProjectAddress } from './ask-to-edit.ts'
import { commentForm } from './comment-form.ts'
import { showConflict } from './conflict-choice.ts'
import { draftName, isSame } from './drafts.ts'
import { type DragomanApi, type EditedString, type Forms, Refused, type Text } from './dragoman-api.ts'
import { element } from './elements.ts'
import { type FoundByChecks, foundByChecks } from './found-by-checks.ts'
import { keptText } from './kept-text.ts'
import { reasonOf } from './refusals.ts'
import { statusLine } from './status-line.ts'
import { formName, shownTexts, type TextFields, textFields } from './text-fields.ts'
import { type Words, withReason } from './words.ts'

export type StringFormProps = {
  readonly words: Words
  readonly address: ProjectAddress
  readonly api: DragomanApi
  readonly string: EditedString
  readonly language: string
  /** Null if the text is the source. */
  readonly sourceLanguage: string | null
  readonly onSaved: (forms: Forms) => void
  /** The token has expired. */
  readonly onSignedOut: () => void
}

/**
 * Returns the fields of one string with their actions. *Saved* is only shown once the server has confirmed
 * it.
 */
export function stringForm(props: StringFormProps): HTMLElement {
  const { words, api, string, sourceLanguage } = props
  const status = statusLine()
  const conflict = element('div')
  const button = element('button', { type: 'submit', class: 'primary' }, words.save)
  const nameOf = string.key.plural === 'none' ? null : (form: string) => formName(form, words)
  const found = foundByChecks(api, words, nameOf)
  const { fields, send } = editText(props, { status, conflict, button, found })
  const onsubmit = (event: Event) => {
    event.preventDefault()
    void send()
  }
  return element(
    'div',
    {},
    ...(sourceLanguage === null ? [] : shownTexts(words.source, string.source.forms, sourceLanguage, words)),
    element(
      'form',
      { onsubmit },
      ...fields.elements,
      status.line,
      found.list,
      element('div', { class: 'buttons' }, button),
    ),
    conflict,
    commentForm(props),
  )
}

type FormParts = {
  readonly status: ReturnType<typeof statusLine>
  readonly conflict: HTMLElement
  readonly button: HTMLElement
  readonly found: FoundByChecks
}

/** Returns the fields, whose text is kept as a draft, and what saves or suggests it. */
function editText(
  props: StringFormProps,
  { status: { line, say }, conflict, button, found }: FormParts,
): { readonly fields: TextFields; readonly send: () => Promise<void> } {
  const { words, address, api, string, language, sourceLanguage, onSaved, onSignedOut } = props
  const { key, source, target } = string
  const sourceVersion = sourceLanguage === null ? undefined : source.version
  const kept = keptText(draftName(address.server, address.project, key.id, language), target)
  let suggestsOnly = false
  let isBusy = false
  const keep = () => kept.keep(fields.typed())
  const sayDraft = () => say(words.draft, 'waiting')
  const onInput = () => (keep() ? sayDraft() : say('', 'waiting'))
  const fields = textFields({ words, string, language, forms: kept.start, onInput })
  const setBusy = (next: boolean) => {
    isBusy = next
    // Not `disabled`, which would lose the focus.
    button.setAttribute('aria-disabled', String(next))
  }

  const onMine = () => {
    button.focus()
    void send()
  }

  async function send(): Promise<void> {
    if (isBusy) return
    const forms = fields.typed()
    setBusy(true)
    say(suggestsOnly ? words.suggesting : words.saving, 'waiting')
    try {
      if (suggestsOnly) {
        await api.suggest(key.id, language, forms)
        // Text typed during the request was not sent and stays a draft.
        if (isSame(fields.typed(), forms)) {
          kept.keep(kept.saved().forms)
          say(words.suggested, 'done')
        } else sayDraft()
      } else
        took(
          await api.save(key.id, language, { forms, baseVersion: kept.baseVersion(), sourceVersion }),
          forms,
        )
    } catch (error) {
      refused(error, forms)
    } finally {
      setBusy(false)
    }
  }

  function took(text: Text, sent: Forms): void {
    kept.replaceSaved(text)
    conflict.replaceChildren()
    keep()
    onSaved(text.forms)
    // Text typed during the request is not saved.
    if (!isSame(fields.typed(), sent)) sayDraft()
    else if (text.outdated) say(words.savedOutdated)
    else if (text.failing) say(words.savedIssues)
    else say(words.saved, 'done')
    void showFound()
  }

  async function showFound(): Promise<void> {
    if (!kept.saved().failing) found.clear()
    else if (!(await found.show(key.id, language)) && line.textContent === words.savedIssues)
      say(words.savedFailing)
  }

  function refused(error: unknown, sent: Forms): void {
    const { code, current } = error instanceof Refused ? error : new Refused(String(error))
    if (code === 'stale-edit' && current !== null) {
      // It was our own save, whose response was lost.
      if (isSame(current.forms, sent)) took(current, sent)
      else showConflict(conflict, current, { words, language, fields, kept, say, onSaved, onMine })
    } else if (code === 'invalid-token') {
      say(words.signInEnded)
      onSignedOut()
    } else if (code === 'not-allowed' && !suggestsOnly) {
      suggestsOnly = true
      button.textContent = words.suggest
      say(words.mayOnlySuggest)
    } else if (code === 'unreachable') say(suggestsOnly ? words.unreachable : words.unknown)
    else say(withReason(suggestsOnly ? words.notSuggested : words.notSaved, reasonOf(code, words)))
  }

  if (kept.hasDraft) sayDraft()
  void showFound()
  return { fields, send }
}
