import { LIMITS } from '@dragoman/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { showToast } from '../../../lib/notices/toast.ts'
import { useFailureText } from '../../../lib/server/failure-text.ts'
import { projectKey } from '../../../lib/server/project-key.ts'
import { useUndoToast } from '../../../lib/server/undo.ts'
import { keyMutations } from '../queries.ts'

export type KeyAct =
  | { readonly kind: 'remove' }
  | { readonly kind: 'move'; readonly namespace: string }
  | { readonly kind: 'add-tag'; readonly tag: string }
  | { readonly kind: 'remove-tag'; readonly tag: string }

/** Changes keys as one operation and offers to undo it. `onDone` is called with the keys that were requested. */
export function useKeyActs(
  project: string,
  onDone: (operationId: number | null, ids: readonly number[]) => void,
) {
  const { t } = useTranslation(['keys', 'common'])
  const client = useQueryClient()
  const undoToast = useUndoToast(project)
  const failureText = useFailureText()
  return useMutation({
    mutationFn: ({ ids, act }: { readonly ids: readonly number[]; readonly act: KeyAct }) =>
      keyMutations.bulk(project, { keys: ids.slice(0, LIMITS.bulkKeysMax), act }),
    onSuccess: async ({ operation, cancelled }, { ids, act }) => {
      const { keysRemoved, keysEdited } = operation?.summary ?? { keysRemoved: 0, keysEdited: 0 }
      // Keys that were gone or as requested are left out.
      const done = t(`acted.${act.kind}`, { count: act.kind === 'remove' ? keysRemoved : keysEdited })
      undoToast(cancelled === true && operation === null ? t('common:cancelledEmpty') : done, operation)
      onDone(operation?.id ?? null, ids)
      await client.invalidateQueries({ queryKey: projectKey(project) })
    },
    onError: (error, { act }) => {
      if (act.kind === 'remove') showToast(failureText(error), { tone: 'problem' })
    },
  })
}
