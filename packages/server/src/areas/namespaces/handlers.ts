import { listNamespaces } from '@dragoman/store'
import type { Deps } from '../../deps.ts'
import type { Handlers } from '../../http/mount.ts'
import { projectOf } from '../project-of.ts'

export function namespacesHandlers({ store }: Deps): Handlers['namespaces'] {
  return {
    list: ({ params }) =>
      store.read(async (r) => {
        const project = await projectOf(r, params.project)
        const rows = await listNamespaces(r, project.id)
        return { namespaces: rows.map(({ name, keys }) => ({ name, keys })) }
      }),
  }
}
