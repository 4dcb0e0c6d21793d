import { type PluralKind, sameForms } from '@dragoman/core'
import {
  type ChangeRequest,
  type KeyRow,
  type ProjectRow,
  type Reader,
  translationsOfKey,
} from '@dragoman/store'
import { fitForms } from './fit-forms.ts'

/**
 * Returns the changes of a key's texts for another plural kind: forms that the new kind does not use are
 * removed. The source comes first, so that the translations count as made for its new text, except outdated ones.
 */
export async function pluralChanges(
  r: Reader,
  project: ProjectRow,
  key: KeyRow,
  plural: PluralKind,
): Promise<ChangeRequest[]> {
  if (plural === key.plural) return []
  const texts = await translationsOfKey(r, project.id, key.id)
  const changes = texts.flatMap((text): (ChangeRequest & { kind: 'translate' })[] => {
    const forms = fitForms(text.forms, { from: key.plural, to: plural, language: text.language })
    if (sameForms(forms, text.forms)) return []
    return [
      {
        kind: 'translate',
        keyId: key.id,
        language: text.language,
        forms,
        state: text.state,
        baseVersion: text.version,
        isConversion: true,
      },
    ]
  })
  const rank = (language: string) => (language === project.sourceLanguage ? 0 : 1)
  return changes.sort((a, b) => rank(a.language) - rank(b.language))
}
