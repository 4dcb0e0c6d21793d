import type { ProjectAddress } from './ask-to-edit.ts'
import { conflictView } from './conflict-view.ts'
import { draftName, draftOf, isSame, keepDraft } from './drafts.ts'
import { type DragomanApi, type EditedString, type Forms, Refused, type Text } from './dragoman-api.ts'
import { element } from './elements.ts'
import { foundByChecks } from './found-by-checks.ts'
import { formName, shownTexts } from './shown-texts.ts'
import { textFields } from './text-fields.ts'
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
  const { words, address, api, string, language, onSaved, onSignedOut } = props
  const { key } = string
  const name = draftName(address.server, address.project, key.id, language)
  const draft = openDraft(name, string.target)
  let suggestsOnly = false
  let isBusy = false

  const { status, say } = statusLine()
  const conflict = conflictView(language, words)
  const found = foundByChecks(api, words, key.plural === 'none' ? null : (form) => formName(form, words))
  const fields = textFields(props, draft.forms, () => {
    keep()
    say(isSame(fields.typed(), draft.saved().forms) ? '' : words.draft, 'waiting')
  })
  const keep = () => draft.keep(fields.typed())
  const write = (forms: Forms) => {
    fields.write(forms)
    keep()
  }

  const button = element('button', { type: 'submit', class: 'primary' }, words.save)
  const setBusy = (next: boolean) => {
    isBusy = next
    // Not `disabled`, which would lose the focus.
    button.setAttribute('aria-disabled', String(next))
  }

  async function send(): Promise<void> {
    if (isBusy) return
    const forms = fields.typed()
    setBusy(true)
    say(suggestsOnly ? words.suggesting : words.saving, 'waiting')
    try {
      if (suggestsOnly) {
        await api.suggest(key.id, language, forms)
        keepDraft(name, null)
        say(words.suggested, 'done')
      } else took(await api.save(key.id, language, forms, draft.baseVersion()), forms)
    } catch (error) {
      refused(error, forms)
    } finally {
      setBusy(false)
    }
  }

  function took(text: Text, sent: Forms): void {
    draft.rebase(text)
    conflict.clear()
    keep()
    onSaved(text.forms)
    // Text typed during the request is not saved.
    if (!isSame(fields.typed(), sent)) say(words.draft, 'waiting')
    else say(text.failing ? words.savedIssues : words.saved, text.failing ? 'problem' : 'done')
    void showFound()
  }

  async function showFound(): Promise<void> {
    if (!draft.saved().failing) found.clear()
    else if (!(await found.show(key.id, language)) && status.textContent === words.savedIssues)
      say(words.savedFailing)
  }

  function refused(error: unknown, sent: Forms): void {
    const { code, current } = error instanceof Refused ? error : new Refused(String(error))
    if (code === 'stale-edit' && current !== null) {
      // It was our own save, whose response was lost.
      if (isSame(current.forms, sent)) took(current, sent)
      else showConflict(current)
    } else if (code === 'invalid-token') {
      say(words.signInEnded)
      onSignedOut()
    } else if (code === 'not-allowed' && !suggestsOnly) {
      suggestsOnly = true
      button.textContent = words.suggest
      say(words.mayOnlySuggest)
    } else say(notSent(code, suggestsOnly, words))
  }

  function showConflict(current: Text): void {
    const mine = fields.typed()
    say(words.conflict)
    conflict.show({
      theirs: current.forms,
      mine,
      onTakeTheirs() {
        draft.rebase(current)
        write(current.forms)
        onSaved(current.forms)
        say('', 'done')
      },
      onBackToMine() {
        write(mine)
        say(words.draft, 'waiting')
        fields.focus()
      },
      onKeepMine() {
        draft.rebase(current)
        keep()
        button.focus()
        void send()
      },
    })
  }

  if (draft.isKept) say(words.draft, 'waiting')
  void showFound()
  const shown = [...fields.elements, status, found.list, element('div', { class: 'buttons' }, button)]
  return layOut(props, shown, () => void send(), conflict.element)
}

/** Lays out the form between the source text and what belongs to the string. */
function layOut(
  props: StringFormProps,
  form: readonly HTMLElement[],
  onSubmit: () => void,
  conflict: HTMLElement,
): HTMLElement {
  const { words, string, sourceLanguage } = props
  return element(
    'div',
    {},
    ...(sourceLanguage === null
      ? []
      : labelled(words.source, shownTexts(string.source.forms, sourceLanguage, words))),
    element(
      'form',
      {
        onsubmit: (event) => {
          event.preventDefault()
          onSubmit()
        },
      },
      ...form,
    ),
    conflict,
    commentForm(props),
  )
}

function statusLine() {
  const status = element('p', { role: 'status' })
  const say = (text: string, is: 'waiting' | 'done' | 'problem' = 'problem') => {
    status.textContent = text
    status.dataset.is = is
  }
  return { status, say }
}

const labelled = (label: string, texts: readonly HTMLElement[]) => [
  element('span', { class: 'label' }, label),
  ...texts,
]

/** The text of a string as it is saved, and the draft of this page. */
function openDraft(name: string, text: Text) {
  const draft = draftOf(name)
  let saved = text
  let baseVersion = draft?.baseVersion ?? text.version
  return {
    isKept: draft !== undefined,
    forms: draft?.forms ?? text.forms,
    saved: () => saved,
    baseVersion: () => baseVersion,
    /** Keeps what is typed, unless it is the same as what is saved. */
    keep: (forms: Forms) => keepDraft(name, isSame(forms, saved.forms) ? null : { forms, baseVersion }),
    rebase(on: Text) {
      saved = on
      baseVersion = on.version
    },
  }
}

function commentForm({ words, api, string, language, onSignedOut }: StringFormProps): HTMLElement {
  const status = element('p', { role: 'status' })
  const box = element('textarea', { id: 'comment', rows: '2', dir: 'auto' })
  let isBusy = false
  const send = async (event: Event) => {
    event.preventDefault()
    const text = box.value
    if (isBusy || text.trim() === '') return
    isBusy = true
    status.textContent = words.commenting
    try {
      await api.comment(string.key.id, language, text)
      // Text typed in the meantime is another comment.
      if (box.value === text) box.value = ''
      status.textContent = words.commented
    } catch (error) {
      const code = error instanceof Refused ? error.code : String(error)
      if (code === 'invalid-token') onSignedOut()
      status.textContent =
        code === 'invalid-token'
          ? words.signInEnded
          : withReason(words.notCommented, code === 'unreachable' ? words.unreachable : reasonOf(code, words))
    } finally {
      isBusy = false
    }
  }
  return element(
    'details',
    {},
    element('summary', {}, words.comment),
    element(
      'form',
      { onsubmit: (event) => void send(event) },
      element('label', { for: 'comment' }, words.comment),
      box,
      status,
      element('div', { class: 'buttons' }, element('button', { type: 'submit' }, words.addComment)),
    ),
  )
}

function notSent(code: string, isSuggestion: boolean, words: Words): string {
  if (code === 'unreachable') return isSuggestion ? words.unreachable : words.unknown
  return withReason(isSuggestion ? words.notSuggested : words.notSaved, reasonOf(code, words))
}

/** Returns the reason for a refusal by its code. */
export function reasonOf(code: string, words: Words): string {
  if (code === 'not-allowed') return words.notAllowed
  if (code === 'too-many-requests') return words.tooMany
  if (code === 'busy') return words.busy
  return withReason(words.refused, code)
}
