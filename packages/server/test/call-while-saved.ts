import type { Forms } from '@dragoman/core'
import { applyOperation, projectBySlug } from '@dragoman/store'
import { callWhileLocked } from '../../store/test/call-while-locked.ts'
import { AT, MARA } from '../../store/test/sample.ts'
import type { TestServer } from './test-server.ts'

/** Makes a call that writes to the project `shop`; after it has started, and before it can write, Mara saves a text. */
export async function callWhileSaved<T>(
  { server }: TestServer,
  text: { readonly keyId: number; readonly language: string; readonly forms: Forms },
  call: () => Promise<T>,
): Promise<T> {
  const { store } = server.deps
  const project = await store.read((r) => projectBySlug(r, 'shop'))
  if (project === null) throw new Error('There is no project to write to')
  const { id: projectId } = project
  const changes = [{ kind: 'translate', ...text } as const]
  return callWhileLocked(store, projectId, {
    call,
    write: (w) => applyOperation(w, { projectId, kind: 'save', by: MARA, at: AT, changes }),
  })
}
