import { applyOperation, type ChangeRequest, projectBySlug } from '@dragoman/store'
import { ANN } from '../../store/test/sample.ts'
import type { TestServer } from './test-server.ts'

const AT_ONCE = 2000

/** Adds keys whose German texts lack a printf placeholder, a few thousand per operation. */
export async function addManyKeys({ server }: TestServer, slug: string, keys: number): Promise<void> {
  const { store, now } = server.deps
  const project = await store.read((r) => projectBySlug(r, slug))
  if (project === null) throw new Error(`There is no project ${slug}`)
  for (let first = 0; first < keys; first += AT_ONCE) {
    const changes = Array.from({ length: Math.min(AT_ONCE, keys - first) }, (_, at) =>
      newKey(`key${first + at}`),
    )
    await store.write((w) =>
      applyOperation(w, { projectId: project.id, kind: 'keys', by: ANN, at: now().toISOString(), changes }),
    )
  }
}

function newKey(name: string): ChangeRequest {
  const texts = new Map([
    ['en', { forms: { other: `${name} of %s` } }],
    ['de', { forms: { other: `${name} von` } }],
  ])
  return { kind: 'add-key', namespace: 'common', name, plural: 'none', path: [name], texts }
}
