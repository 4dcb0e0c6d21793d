import { projectBySlug } from '@dragoman/store'
import { catalogHash } from '../../store/test/catalog-hash.ts'
import type { TestServer } from './test-server.ts'

/** Returns a hash of all content of a project. */
export async function contentHash({ server }: Pick<TestServer, 'server'>, project: string): Promise<string> {
  return server.deps.store.read(async (r) => catalogHash(r, (await projectBySlug(r, project))?.id ?? 0))
}
