import { projectBySlug } from '@dragoman/store'
import type { Hono } from 'hono'
import type { Deps } from '../deps.ts'
import type { StaticClient } from './static-client.ts'

/** Adds the files and pages of the interface. */
export function addPages(app: Hono, deps: Deps, client: StaticClient): void {
  app.get('*', async (context) => {
    const { path } = context.req
    const headers = context.req.raw.headers
    const file = path === '/' ? null : await client.file(path, headers)
    // Dragoman's own interface texts are not secret: the small editor in people's apps loads them too.
    if (path.startsWith('/locales/')) file?.headers.set('access-control-allow-origin', '*')
    if (file !== null) return file
    // A missing file must not be answered with a page: an app that requests a language gets a 404.
    if (path.startsWith('/locales/') || path.startsWith('/assets/')) return context.text('Not found', 404)
    const page = await client.index()
    if (!(await isForSearchEngines(path, deps))) page.headers.set('x-robots-tag', 'noindex')
    return page
  })
}

/**
 * Only the public page of a project whose manager enabled indexing; the answer does not reveal whether a
 * project exists.
 */
async function isForSearchEngines(path: string, { store }: Deps): Promise<boolean> {
  const [, slug] = /^\/p\/([^/]+)(?:\/overview)?\/?$/.exec(path) ?? []
  if (slug === undefined) return false
  const project = await store.read((r) => projectBySlug(r, slug))
  return project !== null && project.sharing.with === 'everyone' && project.settings.indexed
}
