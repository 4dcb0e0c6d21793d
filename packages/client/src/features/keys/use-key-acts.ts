import { api } from '@dragoman/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '../../lib/call.ts'
import { useFailureText } from '../../lib/failure-text.ts'
import { projectKey } from '../../lib/project-key.ts'
import { useUndoToast } from '../../lib/undo.ts'
import { showToast } from '../../ui/toast.ts'

/** Most keys in one request (docs/specification.md §9). */
export const BULK_LIMIT = 10_000

export type KeyAct =
  | { readonly kind: 'remove' }
  | { readonly kind: 'move'; readonly namespace: string }
  | { readonly kind: 'add-tag'; readonly tag: string }
  | { readonly kind: 'remove-tag'; readonly tag: string }
  | { readonly kind: 'rename'; readonly name: string }

/** Changes keys as one operation and offers to undo it. */
export function useKeyActs(project: string, onDone: () => void) {
  const { t } = useTranslation('keys')
  const client = useQueryClient()
  const undoToast = useUndoToast(project)
  const failureText = useFailureText()
  return useMutation({
    mutationFn: async ({ ids, act }: { readonly ids: readonly number[]; readonly act: KeyAct }) => {
      if (act.kind !== 'rename') return call(api.keys.bulk, { params: { project }, body: { keys: ids.slice(0, BULK_LIMIT), act } })
      return call(api.keys.update, { params: { project, key: ids[0] ?? 0 }, body: { name: act.name } })
    },
    onSuccess: async ({ operation }, { ids, act }) => {
      undoToast(t(`acted.${act.kind}`, { count: ids.length }), operation)
      onDone()
      await client.invalidateQueries({ queryKey: projectKey(project) })
    },
    onError: (error, { act }) => {
      if (act.kind === 'remove') showToast(failureText(error), { tone: 'problem' })
    },
  })
}
