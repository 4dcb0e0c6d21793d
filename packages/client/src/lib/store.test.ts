import { expect, test } from 'vitest'
import { createEmitter, createStore } from './store.ts'

test('listeners receive every new value until they unsubscribe', () => {
  const store = createStore(1)
  const heard: number[] = []
  const stop = store.subscribe(() => heard.push(store.get()))
  store.set(2)
  store.set(2)
  store.set(3)
  stop()
  store.set(4)
  expect(heard).toEqual([2, 3])
  expect(store.get()).toBe(4)
})

test('a listener can unsubscribe, or add another, while it is called', () => {
  const { emit, subscribe } = createEmitter<[string]>()
  const heard: string[] = []
  const stop = subscribe((word) => {
    heard.push(`first ${word}`)
    stop()
    subscribe((later) => heard.push(`second ${later}`))
  })
  emit('a')
  emit('b')
  expect(heard).toEqual(['first a', 'second b'])
})
