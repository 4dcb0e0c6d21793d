import type { EditedString, Forms } from './dragoman-api.ts'
import { element } from './elements.ts'
import { fieldsOf } from './plural-fields.ts'
import { formName } from './shown-texts.ts'
import { directionOf, type Words } from './words.ts'

/** The fields of a text, one for each form. */
export type TextFields = {
  /** The fields with their labels. */
  readonly elements: readonly HTMLElement[]
  /** Returns what is typed, without empty forms. */
  readonly typed: () => Forms
  readonly write: (forms: Forms) => void
  readonly focus: () => void
}

export function textFields(
  { string, language, words }: { string: EditedString; language: string; words: Words },
  forms: Forms,
  onInput: () => void,
): TextFields {
  const fields = fieldsOf(string, language).map(({ form, numbers }) => {
    const box = element('textarea', {
      id: `form-${form}`,
      rows: '2',
      lang: language,
      dir: directionOf(language),
      oninput: onInput,
    })
    box.value = forms[form] ?? ''
    const label = element(
      'label',
      { for: box.id },
      string.key.plural === 'none' ? words.text : formName(form, words),
      numbers === '' ? null : element('small', {}, ` (${numbers})`),
    )
    return { form, box, label }
  })
  return {
    elements: fields.flatMap(({ label, box }) => [label, box]),
    typed: () =>
      Object.fromEntries(fields.map(({ form, box }) => [form, box.value]).filter(([, text]) => text !== '')),
    write(next) {
      for (const { form, box } of fields) box.value = next[form] ?? ''
    },
    focus: () => fields[0]?.box.focus(),
  }
}
