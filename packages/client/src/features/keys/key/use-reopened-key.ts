import type { GridRow } from '@dragoman/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useFailureToast } from '../../../lib/server/failure-text.ts'
import { createStore } from '../../../lib/store.ts'
import { useLatestCallback } from '../../../lib/use-latest-callback.ts'
import { keyQueries } from '../queries.ts'

type AskedKey = { readonly projectId: number; readonly keyId: number }

type ReopenOptions = {
  /** Returns a row that is loaded. */
  readonly rowOf: (keyId: number) => GridRow | undefined
  readonly onOpen: (row: GridRow) => void
  readonly onReturn: () => void
}

const asked = createStore<AskedKey | null>(null)

/**
 * Opens the key that a notice asks for, and returns the function that notices call. It also works after the screen was
 * left: `onReturn` goes back to it.
 */
export function useReopenedKey(
  project: { readonly id: number; readonly slug: string },
  { rowOf, onOpen, onReturn }: ReopenOptions,
): (keyId: number) => void {
  const client = useQueryClient()
  const showFailure = useFailureToast()
  const open = useLatestCallback(async (keyId: number) => {
    try {
      onOpen(rowOf(keyId) ?? (await client.fetchQuery(keyQueries.row(project.slug, keyId))))
    } catch (error) {
      showFailure(error)
    }
  })
  const { id: projectId } = project
  useEffect(() => {
    const answer = () => {
      const wanted = asked.get()
      if (wanted?.projectId !== projectId) return
      asked.set(null)
      void open(wanted.keyId)
    }
    const stop = asked.subscribe(answer)
    answer()
    return stop
  }, [projectId, open])
  return (keyId) => {
    asked.set({ projectId, keyId })
    // No screen has taken it.
    if (asked.get() !== null) onReturn()
  }
}
