import type { DragomanApi, EditedString } from './dragoman-api.ts'
import { element } from './elements.ts'
import { sending } from './refusals.ts'
import type { Words } from './words.ts'

export type CommentFormProps = {
  readonly words: Words
  readonly api: DragomanApi
  readonly string: EditedString
  readonly language: string
  readonly onSignedOut: () => void
}

/** Returns a field for a comment on a string, closed at first. */
export function commentForm({ words, api, string, language, onSignedOut }: CommentFormProps): HTMLElement {
  const status = element('p', { role: 'status' })
  const box = element('textarea', { id: 'comment', rows: '2', dir: 'auto' })
  const onsubmit = sending({
    words,
    status,
    failed: words.notCommented,
    onSignedOut,
    async send() {
      const text = box.value
      if (text.trim() === '') return
      status.textContent = words.commenting
      await api.comment(string.key.id, language, text)
      // Text typed in the meantime is another comment.
      if (box.value === text) box.value = ''
      status.textContent = words.commented
    },
  })
  return element(
    'details',
    {},
    element('summary', {}, words.comment),
    element(
      'form',
      { onsubmit },
      element('label', { for: 'comment' }, words.comment),
      box,
      status,
      element('div', { class: 'buttons' }, element('button', { type: 'submit' }, words.addComment)),
    ),
  )
}
