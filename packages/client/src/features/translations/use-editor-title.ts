import { parseQuery } from '@dragoman/core'
import { useTranslation } from 'react-i18next'
import { endonym } from '../../i18n/formats.ts'

/** The title of the editor's window: language, the namespace that is filtered by, and the screen. */
export function useEditorTitle(language: string, query: string): string {
  const { t } = useTranslation()
  const namespaces = parseQuery(query).terms.flatMap((term) =>
    term.kind === 'namespace' && !term.isNegated ? [term.pattern] : [],
  )
  return t('editorTitle', { place: [endonym(language), ...namespaces].join(' · ') })
}
