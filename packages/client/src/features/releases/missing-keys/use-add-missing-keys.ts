import { Failure, type FailureCode } from '@dragoman/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { showToast } from '../../../lib/notices/toast.ts'
import { useFailureText } from '../../../lib/server/failure-text.ts'
import { projectKey } from '../../../lib/server/project-key.ts'
import { releaseMutations } from '../queries.ts'
import type { MissingKeyRow } from './missing-key-rows.ts'

/**
 * Adds missing keys one after the other, so that each is an action of its own that can be undone. `problems`
 * says by row why a key was refused; the others are added anyway. Stops if the server cannot be reached.
 */
export function useAddMissingKeys(project: string) {
  const { t } = useTranslation('releases')
  const failureText = useFailureText()
  const client = useQueryClient()
  const [problems, setProblems] = useState<ReadonlyMap<string, string>>(new Map())
  const [progress, setProgress] = useState<{ readonly done: number; readonly of: number } | null>(null)
  const add = useMutation({
    mutationFn: async (rows: readonly MissingKeyRow[]) => {
      let added = 0
      setProblems(new Map())
      try {
        for (const [index, row] of rows.entries()) {
          setProgress({ done: index + 1, of: rows.length })
          try {
            await addKey(project, row)
            added += 1
          } catch (error) {
            if (!(error instanceof Failure) || STOPPING.has(error.code)) throw error
            const { id } = row
            setProblems((before) => new Map(before).set(id, failureText(error)))
          }
        }
      } finally {
        setProgress(null)
        await client.invalidateQueries({ queryKey: projectKey(project) })
        if (added > 0) showToast(t('said.keysAdded', { count: added }))
      }
    },
  })
  return { add, problems, progress }
}

/** Failures that every other key would get as well. */
const STOPPING: ReadonlySet<string> = new Set(['too-many-requests', 'not-signed-in'] satisfies FailureCode[])

async function addKey(project: string, { namespace, name, plural, forms }: MissingKeyRow): Promise<void> {
  await releaseMutations.addKey(project, { namespace, name, plural, forms })
}
