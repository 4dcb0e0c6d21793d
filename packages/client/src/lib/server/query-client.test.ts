import { MutationObserver, onlineManager } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { queryClient } from './query-client.ts'

beforeEach(() => onlineManager.setOnline(false))
afterEach(() => {
  onlineManager.setOnline(true)
  queryClient.clear()
})

test('a change without a connection is tried and fails, instead of waiting in memory', async () => {
  const sent: string[] = []
  const change = new MutationObserver(queryClient, {
    mutationFn: async (name: string) => {
      sent.push(name)
      throw new Error('unreachable')
    },
  })
  const done = change.mutate('approve').catch((error: unknown) => error)
  expect(change.getCurrentResult()).toMatchObject({ status: 'pending', isPaused: false })
  expect(await done).toEqual(new Error('unreachable'))
  expect(sent).toEqual(['approve'])
  onlineManager.setOnline(true)
  await queryClient.resumePausedMutations()
  expect(sent).toEqual(['approve'])
})
