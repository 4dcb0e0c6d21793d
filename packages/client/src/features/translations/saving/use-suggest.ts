import type { EditorRowReply } from '@dragoman/contract'
import { hasText, normalizeForms, sameForms } from '@dragoman/core'
import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useAccess } from '../../../lib/access/access.ts'
import { rememberSuggestion } from '../../../lib/access/own-suggestions.ts'
import { asVisitor } from '../../../lib/access/visitor.ts'
import { showToast } from '../../../lib/notices/toast.ts'
import { useSaving } from '../../../lib/saving/use-saving.ts'
import { useFailureToast } from '../../../lib/server/failure-text.ts'
import { projectKey } from '../../../lib/server/project-key.ts'
import { addressText } from '../../../lib/server/string-address.ts'
import { suggestionMutations } from '../queries.ts'
import type { StringText } from './use-string-text.ts'

/**
 * Returns a function that suggests what was typed. The draft is deleted once the suggestion is stored, unless
 * more was typed meanwhile, and kept if it could not be sent. Returns false if nothing was sent, also while
 * the same suggestion is on its way.
 */
export function useSuggest(project: string, row: EditorRowReply, text: StringText): () => Promise<boolean> {
  const { t } = useTranslation('translations')
  const showFailure = useFailureToast()
  const client = useQueryClient()
  const { isVisitor } = useAccess()
  const { drafts } = useSaving()
  const sending = useRef(new Set<string>())
  return async () => {
    // Another string can be open when the response arrives.
    const { address } = text
    const forms = normalizeForms(text.forms)
    if (!hasText(forms) || sameForms(forms, text.target.forms)) {
      showToast(t('save.nothingToSuggest'), { isUrgent: true })
      return false
    }
    const entry = addressText(address)
    if (sending.current.has(entry)) return false
    sending.current.add(entry)
    try {
      const { keyId, language } = address
      const on = { project, keyId, language }
      const sent = isVisitor
        ? await asVisitor((visitor) => suggestionMutations.add(on, forms, visitor))
        : await suggestionMutations.add(on, forms)
      if (sent === null) return false
      if (isVisitor) rememberSuggestion(project, { id: sent.id, keyId, keyName: row.key.name, language })
    } catch (error) {
      showFailure(error)
      return false
    } finally {
      sending.current.delete(entry)
    }
    const draft = drafts.read(address)
    if (draft !== null && sameForms(normalizeForms(draft.forms), forms)) drafts.discard(address)
    showToast(t('save.suggested', { key: row.key.name }))
    await client.invalidateQueries({ queryKey: projectKey(project, 'suggestions') })
    return true
  }
}
