import { Failure } from '@dragoman/contract'
import type { ActiveSource } from './active-source.ts'

/** Sends the pending changes of a source. Throws `not-found` if what is written takes effect immediately. */
export async function sendFrom({ transport }: Pick<ActiveSource, 'transport'>): Promise<void> {
  if (transport.send === undefined) throw new Failure('not-found', { what: 'source' })
  await transport.send()
}
