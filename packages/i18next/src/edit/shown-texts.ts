import type { Forms } from './dragoman-api.ts'
import { element } from './elements.ts'
import { directionOf, type Words } from './words.ts'

/** Returns the texts of all forms, to be read. */
export function shownTexts(forms: Forms, language: string, words: Words): HTMLElement[] {
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

export function formName(form: string, words: Words): string {
  return (words as Readonly<Record<string, string>>)[form] ?? form
}
