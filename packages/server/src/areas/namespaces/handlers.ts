import { listNamespaces } from '@dragoman/store'
import type { Handlers } from '../../http/mount.ts'

export function namespacesHandlers(): Handlers['namespaces'] {
  return {
    list: ({ read }) =>
      read(async (r, { project }) => {
        const rows = await listNamespaces(r, project.id)
        return { namespaces: rows.map(({ name, keys }) => ({ name, keys })) }
      }),
  }
}
