import type { ProjectAddress } from './ask-to-edit.ts'
import { draftName, draftOf, isSame, keepDraft } from './drafts.ts'
import { type DragomanApi, type EditedString, type Forms, Refused, type Text } from './dragoman-api.ts'
import { element } from './elements.ts'
import { foundByChecks } from './found-by-checks.ts'
import { fieldsOf } from './plural-fields.ts'
import { directionOf, type Words, withReason } from './words.ts'

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
  const { words, address, api, string, language, sourceLanguage, onSaved, onSignedOut } = props
  const { key, source } = string
  const name = draftName(address.server, address.project, key.id, language)
  const draft = draftOf(name)
  let saved: Text = string.target
  let baseVersion = draft?.baseVersion ?? saved.version
  let suggestsOnly = false
  let isBusy = false

  const status = element('p', { role: 'status' })
  const say = (text: string, is: 'waiting' | 'done' | 'problem' = 'problem') => {
    status.textContent = text
    status.dataset.is = is
  }
  const conflict = element('div')
  const found = foundByChecks(api, words, key.plural === 'none' ? null : (form) => formName(form, words))
  const direction = directionOf(language)
  const boxes = fieldsOf(string, language).map(({ form, numbers }) => {
    const box = element('textarea', { id: `form-${form}`, rows: '2', lang: language, dir: direction })
    box.value = (draft?.forms ?? saved.forms)[form] ?? ''
    box.addEventListener('input', () => {
      keep()
      say(isSame(typed(), saved.forms) ? '' : words.draft, 'waiting')
    })
    return { form, numbers, box }
  })
  const typed = (): Forms =>
    Object.fromEntries(boxes.map(({ form, box }) => [form, box.value]).filter(([, text]) => text !== ''))
  const write = (forms: Forms) => {
    for (const { form, box } of boxes) box.value = forms[form] ?? ''
    keep()
  }
  const keep = () => keepDraft(name, isSame(typed(), saved.forms) ? null : { forms: typed(), baseVersion })

  const button = element('button', { type: 'submit', class: 'primary' }, words.save)
  const setBusy = (next: boolean) => {
    isBusy = next
    // Not `disabled`, which would lose the focus.
    button.setAttribute('aria-disabled', String(next))
  }

  async function send(): Promise<void> {
    if (isBusy) return
    const forms = typed()
    setBusy(true)
    say(suggestsOnly ? words.suggesting : words.saving, 'waiting')
    try {
      if (suggestsOnly) {
        await api.suggest(key.id, language, forms)
        keepDraft(name, null)
        say(words.suggested, 'done')
      } else took(await api.save(key.id, language, forms, baseVersion), forms)
    } catch (error) {
      refused(error, forms)
    } finally {
      setBusy(false)
    }
  }

  function took(text: Text, sent: Forms): void {
    saved = text
    baseVersion = text.version
    conflict.replaceChildren()
    keep()
    onSaved(text.forms)
    // Text typed during the request is not saved.
    if (!isSame(typed(), sent)) say(words.draft, 'waiting')
    else say(text.failing ? words.savedIssues : words.saved, text.failing ? 'problem' : 'done')
    void showFound()
  }

  async function showFound(): Promise<void> {
    if (!saved.failing) found.clear()
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
    } else if (code === 'unreachable') say(suggestsOnly ? words.unreachable : words.unknown)
    else say(withReason(suggestsOnly ? words.notSuggested : words.notSaved, reasonOf(code, words)))
  }

  function showConflict(current: Text): void {
    const mine = typed()
    say(words.conflict)
    const choose = (text: string, act: () => void) =>
      element('button', { type: 'button', onclick: act }, text)
    conflict.replaceChildren(
      element('span', { class: 'label' }, words.theirs),
      ...textsOf(current.forms, language, words),
      element(
        'div',
        { class: 'buttons' },
        choose(words.takeTheirs, () => {
          saved = current
          baseVersion = current.version
          write(current.forms)
          onSaved(current.forms)
          say('', 'done')
          const back = choose(words.backToMine, () => {
            write(mine)
            conflict.replaceChildren()
            say(words.draft, 'waiting')
            boxes[0]?.box.focus()
          })
          conflict.replaceChildren(
            element('span', { class: 'label' }, words.mine),
            ...textsOf(mine, language, words),
            element('div', { class: 'buttons' }, back),
          )
          back.focus()
        }),
        choose(words.keepMine, () => {
          saved = current
          baseVersion = current.version
          keep()
          button.focus()
          void send()
        }),
      ),
    )
  }

  if (draft !== undefined) say(words.draft, 'waiting')
  void showFound()
  return element(
    'div',
    {},
    ...(sourceLanguage === null
      ? []
      : [element('span', { class: 'label' }, words.source), ...textsOf(source.forms, sourceLanguage, words)]),
    element(
      'form',
      {
        onsubmit: (event) => {
          event.preventDefault()
          void send()
        },
      },
      ...boxes.flatMap(({ form, numbers, box }) => {
        const label = key.plural === 'none' ? words.text : formName(form, words)
        return [
          element(
            'label',
            { for: box.id },
            label,
            numbers === '' ? null : element('small', {}, ` (${numbers})`),
          ),
          box,
        ]
      }),
      status,
      found.list,
      element('div', { class: 'buttons' }, button),
    ),
    conflict,
    commentForm(props),
  )
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

function textsOf(forms: Forms, language: string, words: Words): HTMLElement[] {
  const all = Object.entries(forms)
  if (all.length === 0) return [element('p', { class: 'text' }, words.noText)]
  return all.map(([form, text]) =>
    element(
      'p',
      { class: 'text' },
      all.length === 1 ? null : element('small', {}, `${formName(form, words)}: `),
      element('span', { lang: language, dir: directionOf(language) }, text),
    ),
  )
}

function formName(form: string, words: Words): string {
  return (words as Readonly<Record<string, string>>)[form] ?? form
}

/** Returns the reason for a refusal by its code. */
export function reasonOf(code: string, words: Words): string {
  if (code === 'not-allowed') return words.notAllowed
  if (code === 'too-many-requests') return words.tooMany
  if (code === 'busy') return words.busy
  return withReason(words.refused, code)
}
