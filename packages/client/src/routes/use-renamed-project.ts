import { isFailure, type ListedProject, type ProjectReply } from '@dragoman/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useCallback, useEffect, useState } from 'react'
import { projectQueries } from '../features/projects/queries.ts'
import { sessionQueries } from '../features/session/queries.ts'
import { useSaving } from '../lib/saving/use-saving.ts'

/**
 * Returns a function that opens the same screen under a new URL name of the project, with everything typed. The
 * rights in it are loaded before, because those known are in the project with its earlier name.
 */
export function useFollowProject(project: string): (name: string) => Promise<void> {
  const client = useQueryClient()
  const router = useRouter()
  const saving = useSaving()
  return useCallback(
    async (name) => {
      await client.invalidateQueries({ queryKey: sessionQueries.get().queryKey, exact: true })
      saving.renameProject(project, name)
      const { href } = router.state.location
      const start = `/p/${project}`
      if (href !== start && !href.startsWith(`${start}/`)) return
      await router.navigate({ href: `/p/${name}${href.slice(start.length)}`, replace: true })
    },
    [client, router, saving, project],
  )
}

/**
 * Follows the open project when someone gives it another URL name. `error`: of the latest request for it. Returns
 * true if the person no longer has the project under any name: it was deleted, or they were removed.
 */
export function useRenamedProject({ id, slug }: ProjectReply, error: unknown): boolean {
  const client = useQueryClient()
  const follow = useFollowProject(slug)
  const [isGone, setIsGone] = useState(false)
  useEffect(() => {
    if (!isFailure(error, 'not-found') || error.params.what !== 'project') return setIsGone(false)
    let isCurrent = true
    client
      .fetchQuery({ ...projectQueries.list(), staleTime: 0 })
      .then(({ projects }) => {
        if (!isCurrent) return
        const name = nameOf(id, projects)
        setIsGone(name === null)
        if (name !== null && name !== slug) void follow(name)
      })
      // Without the list, the screen stays as it is.
      .catch(() => {})
    return () => {
      isCurrent = false
    }
  }, [client, error, follow, id, slug])
  return isGone
}

function nameOf(id: number, projects: readonly ListedProject[]): string | null {
  return projects.flatMap((one) => [one, ...one.branches]).find((one) => one.id === id)?.slug ?? null
}
