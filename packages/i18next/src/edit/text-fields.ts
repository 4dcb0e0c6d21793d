import type { EditedString, Forms } from './dragoman-api.ts'
import { element } from './elements.ts'
import { fieldsOf } from './plural-fields.ts'
import { directionOf, type Words } from './words.ts'

/** The text of a string with a field for each form. */
export type TextFields = {
  /** Labels and fields. */
  readonly elements: readonly HTMLElement[]
  /** Returns the typed forms; empty ones are missing. */
  readonly typed: () => Forms
  readonly write: (forms: Forms) => void
  readonly focus: () => void
}

/** Returns the fields of a string, initially with `forms`. `onInput` is called when something was typed. */
export function textFields({
  words,
  string,
  language,
  forms,
  onInput,
}: {
  readonly words: Words
  readonly string: EditedString
  readonly language: string
  readonly forms: Forms
  readonly onInput: () => void
}): TextFields {
  const boxes = fieldsOf(string, language).map(({ form, numbers }) => {
    const id = `form-${form}`
    const dir = directionOf(language)
    const box = element('textarea', { id, rows: '2', lang: language, dir, oninput: onInput })
    box.value = forms[form] ?? ''
    return { form, numbers, box }
  })
  return {
    elements: boxes.flatMap(({ form, numbers, box }) => [
      element(
        'label',
        { for: box.id },
        string.key.plural === 'none' ? words.text : formName(form, words),
        numbers === '' ? null : element('small', {}, ` (${numbers})`),
      ),
      box,
    ]),
    typed: () =>
      Object.fromEntries(boxes.map(({ form, box }) => [form, box.value]).filter(([, text]) => text !== '')),
    write(next) {
      for (const { form, box } of boxes) box.value = next[form] ?? ''
    },
    focus: () => boxes[0]?.box.focus(),
  }
}

/** Returns a label and texts that can only be read. */
export function shownTexts(label: string, forms: Forms, language: string, words: Words): HTMLElement[] {
  const all = Object.entries(forms)
  return [
    element('span', { class: 'label' }, label),
    ...(all.length === 0
      ? [element('p', { class: 'text' }, words.noText)]
      : all.map(([form, text]) =>
          element(
            'p',
            { class: 'text' },
            all.length === 1 ? null : element('small', {}, `${formName(form, words)}: `),
            element('span', { lang: language, dir: directionOf(language) }, text),
          ),
        )),
  ]
}

/** Returns the name of a plural form as readers know it. */
export function formName(form: string, words: Words): string {
  return (words as Readonly<Record<string, string>>)[form] ?? form
}
