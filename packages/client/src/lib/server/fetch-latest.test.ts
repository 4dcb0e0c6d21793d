import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { fetchLatest } from './fetch-latest.ts'

const queryKey = ['count']

function clientWith(count: number): QueryClient {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } })
  client.setQueryData(queryKey, count)
  return client
}

const ask = (client: QueryClient, queryFn: () => Promise<number>) =>
  fetchLatest(client, { queryKey, queryFn })
const fail = () => Promise.reject(new Error('unreachable'))

test('data that an event has marked as stale is loaded again', async () => {
  const client = clientWith(1)
  expect(await ask(client, async () => 2)).toBe(1)
  await client.invalidateQueries({ queryKey })
  expect(await ask(client, async () => 2)).toBe(2)
})

test('if it cannot be loaded, the old data decides; without any, the error is thrown', async () => {
  const client = clientWith(1)
  await client.invalidateQueries({ queryKey })
  expect(await ask(client, fail)).toBe(1)
  client.removeQueries({ queryKey })
  await expect(fetchLatest(client, { queryKey, queryFn: fail, retry: false })).rejects.toThrow('unreachable')
})
