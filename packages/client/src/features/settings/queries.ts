import { api, type ProjectReply } from '@dragoman/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'
import { projectKey } from '../../lib/project-key.ts'

export type ProjectChange = {
  readonly name?: string
  readonly slug?: string
  readonly syntax?: string
  readonly settings?: Partial<ProjectReply['settings']>
}

/** Changes name, address, message syntax or settings of a project. */
export function useProjectUpdate(project: string, onDone: (next: ProjectReply) => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (change: ProjectChange) => call(api.projects.update, { params: { project }, body: change }),
    onSuccess: async (next) => {
      onDone(next)
      await client.invalidateQueries({ queryKey: projectKey(project) })
      await client.invalidateQueries({ queryKey: ['projects'] })
    },
  })
}
