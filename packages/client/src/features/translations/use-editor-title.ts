import { parseQuery } from '@dragoman/core'
import { useTranslation } from 'react-i18next'
import { endonym } from '../../i18n/formats.ts'

/** Returns the title of the editor: language, filtered namespace, and screen. */
export function useEditorTitle(language: string, query: string): string {
  const { t } = useTranslation()
  const namespaces = parseQuery(query).terms.flatMap((term) =>
    term.kind === 'namespace' && !term.isNegated ? [term.pattern] : [],
  )
  return t('editorTitle', { place: [endonym(language), ...namespaces].join(' · ') })
}
