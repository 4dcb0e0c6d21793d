import { listProjects, listSources, type Store } from '@dragoman/store'

/** A project over files of a folder, and which files those are. */
export type ServedProject = { readonly slug: string; readonly pattern: string; readonly format: string }

/** Returns the projects that have a folder connected. */
export async function servedProjects(store: Store, folder: string): Promise<readonly ServedProject[]> {
  return store.read(async (r) => {
    const served: ServedProject[] = []
    for (const { id, slug } of await listProjects(r)) {
      const sources = (await listSources(r, id)).filter(
        (source) => source.kind === 'folder' && source.folder === folder,
      )
      served.push(...sources.map(({ pattern, format }) => ({ slug, pattern, format })))
    }
    return served
  })
}
