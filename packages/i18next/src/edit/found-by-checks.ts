import type { DragomanApi } from './dragoman-api.ts'
import { element } from './elements.ts'
import type { Words } from './words.ts'

/** A list of the issues found in the saved text. */
export type FoundByChecks = {
  readonly list: HTMLElement
  /** Shows the issues in Dragoman's sentences. False: they cannot be loaded, or there are none. */
  readonly show: (keyId: number, language: string) => Promise<boolean>
  readonly clear: () => void
}

/** `nameOf` names a plural form; null if the string has one field. */
export function foundByChecks(
  api: DragomanApi,
  words: Words,
  nameOf: ((form: string) => string) | null,
): FoundByChecks {
  const list = element('div', { class: 'found' })
  let shown = 0
  return {
    list,
    async show(keyId, language) {
      const mine = ++shown
      try {
        const [all, sentences] = await Promise.all([api.issues(keyId, language), api.checkSentences()])
        const lines = new Set(
          all.flatMap(({ code, params, form }) => {
            const sentence = sentences[code]
            if (sentence === undefined) return []
            const filled = sentence.replace(/\{\{(\w+)\}\}/g, (_, name) => String(params?.[name] ?? ''))
            return nameOf === null || code.startsWith('plural-form-') ? filled : `${nameOf(form)}: ${filled}`
          }),
        )
        if (mine !== shown) return true
        list.replaceChildren(
          ...(lines.size === 0
            ? []
            : [
                element('span', { class: 'label', id: 'found' }, words.found),
                element(
                  'ul',
                  { 'aria-labelledby': 'found' },
                  ...[...lines].map((line) => element('li', { dir: 'auto' }, line)),
                ),
              ]),
        )
        return lines.size > 0
      } catch {
        return false
      }
    },
    clear() {
      shown++
      list.replaceChildren()
    },
  }
}
