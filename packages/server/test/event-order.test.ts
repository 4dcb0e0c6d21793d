import { expect, test } from 'vitest'
import { onBoth } from '../../store/test/on-both.ts'
import { openDispatcher } from '../src/events/dispatcher.ts'

onBoth('events of writes that overlap', (open) => {
  test('reach subscribers once, in the order of their numbers, before each write returns', async () => {
    const { store, remove } = await open()
    const received: number[] = []
    const missedAtReturn: number[] = []
    const subscriber = {
      name: 'recorder',
      onEvent: ({ payload }: { readonly payload: unknown }) =>
        void received.push(Number(Object(payload).revision)),
      onGap: () => void received.push(-1),
    }
    const numbers: number[] = []
    const recorder = {
      name: 'numbers',
      onEvent: ({ position }: { readonly position: { readonly number: number } }) =>
        void numbers.push(position.number),
      onGap: () => undefined,
    }
    const dispatcher = openDispatcher({
      store,
      log: () => undefined,
      subscribers: () => [subscriber, recorder],
    })
    await dispatcher.start()
    const revisions = Array.from({ length: 40 }, (_, i) => i + 1)
    await Promise.all(
      revisions.map(async (revision) => {
        await store.write(async (w) => {
          const lists = { files: [], namespaces: [], translations: [], keys: [] }
          const payload = { revision, operationId: revision, version: revision, ...lists }
          w.emit({ kind: 'content.changed', projectId: 1, payload })
        })
        if (!received.includes(revision)) missedAtReturn.push(revision)
      }),
    )
    expect(missedAtReturn).toEqual([])
    expect([...received].sort((a, b) => a - b)).toEqual(revisions)
    expect(numbers).toEqual([...numbers].sort((a, b) => a - b))
    expect(new Set(numbers).size).toBe(revisions.length)
    await dispatcher.close()
    await remove()
  })
})
