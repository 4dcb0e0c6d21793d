import { api, isFailure } from '@dragoman/contract'
import { queryOptions } from '@tanstack/react-query'
import type { OwnSuggestion } from '../../lib/access/own-suggestions.ts'
import { call } from '../../lib/server/call.ts'
import { projectKey } from '../../lib/server/project-key.ts'

export const visitorMutations = {
  askCode: (project: string, body: { name: string; address: string; language: string }) =>
    call(api.suggestions.requestVisitorCode, { params: { project }, body }),
  confirm: (project: string, address: string, code: string) =>
    call(api.suggestions.confirmVisitor, { params: { project }, body: { address, code } }),
}

/** A suggestion as it is now; null: it is gone. */
export function ownSuggestionQuery(project: string, { id, keyId, language }: OwnSuggestion) {
  return queryOptions({
    queryKey: projectKey(project, 'suggestions', 'own', id),
    queryFn: async ({ signal }) => {
      const params = { project, key: keyId, language }
      try {
        const { suggestions } = await call(api.suggestions.list, { params, signal })
        return suggestions.find((one) => one.id === id) ?? null
      } catch (error) {
        // Its key, or its language, was removed.
        if (isFailure(error, 'gone') || isFailure(error, 'not-found')) return null
        throw error
      }
    },
  })
}
