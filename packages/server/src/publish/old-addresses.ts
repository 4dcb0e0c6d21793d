import type { OldAddress } from '@dragoman/core'
import { allOldAddresses, type Store } from '@dragoman/store'
import type { Subscriber } from '../events/subscriber.ts'

/** The old addresses of all projects in memory, read again when something about a project changes. */
export type KeptOldAddresses = Subscriber & {
  readonly all: () => ReadonlyMap<string, OldAddress> | Promise<ReadonlyMap<string, OldAddress>>
}

export function keepOldAddresses(store: Store): KeptOldAddresses {
  let known: ReadonlyMap<string, OldAddress> | null = null
  let reading: Promise<ReadonlyMap<string, OldAddress>> | null = null

  function read(): Promise<ReadonlyMap<string, OldAddress>> {
    const task = store.read(allOldAddresses).then((rows) => {
      const table = new Map(rows.map((row) => [row.prefix, row]))
      // Something might have changed during the read.
      if (reading === task) known = table
      return table
    })
    reading = task
    const done = () => {
      if (reading === task) reading = null
    }
    task.then(done, done)
    return task
  }

  function forget(): void {
    known = null
    reading = null
  }

  return {
    name: 'old-addresses',
    all: () => known ?? reading ?? read(),
    onEvent({ kind }) {
      if (kind === 'project.changed' || kind === 'project.deleted') forget()
    },
    onGap: forget,
  }
}
