import { expect, test } from 'vitest'
import { openStore } from '../src/index.ts'
import { onBoth } from './on-both.ts'

onBoth('broadcasts', (open) => {
  test('a text reaches the other process of the database, if there can be one, and nothing is stored', async () => {
    const { store, config, remove } = await open()
    if (config.kind === 'sqlite') {
      const heard: string[] = []
      store.onBroadcast((text) => void heard.push(String(text)))
      store.broadcast('hello')
      expect(heard).toEqual([])
      return remove()
    }
    const other = await openStore(config)
    const heard: (string | null)[] = []
    const stop = other.onBroadcast((text) => void heard.push(text))
    // It is lost while one of them connects.
    await expect
      .poll(() => {
        store.broadcast('hello')
        return heard.includes('hello')
      })
      .toBe(true)
    store.broadcast('x'.repeat(9000))
    store.broadcast('last')
    await expect.poll(() => heard.at(-1)).toBe('last')
    expect(heard.every((text) => text === null || text.length < 8000)).toBe(true)
    stop()
    await other.close()
    await remove()
  })
})
