import { Failure } from '@dragoman/contract'
import { QueryClient, QueryClientProvider, useInfiniteQuery } from '@tanstack/react-query'
import { createRoot } from 'react-dom/client'
import { beforeAll, expect, test } from 'vitest'
import { speakEnglish } from '../../test/english.ts'
import { pagesOf } from '../lib/server/pages.ts'
import { MoreButton } from './MoreButton.tsx'

beforeAll(speakEnglish)

type Page = { readonly names: readonly string[]; readonly next: string | null }

let isBroken = false

async function load({ cursor }: { readonly cursor?: string }): Promise<Page> {
  if (cursor === undefined) return { names: ['first'], next: 'second' }
  if (isBroken) throw new Failure('busy')
  return { names: ['second'], next: null }
}

function List() {
  const list = useInfiniteQuery(pagesOf(['names'], load))
  return (
    <>
      <p>{list.data?.pages.flatMap(({ names }) => names).join()}</p>
      <MoreButton list={list}>More</MoreButton>
    </>
  )
}

test('a page that cannot be loaded leaves the list, says why, and can be requested again', async () => {
  const place = document.createElement('div')
  document.body.append(place)
  const root = createRoot(place)
  isBroken = true
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  root.render(
    <QueryClientProvider client={client}>
      <List />
    </QueryClientProvider>,
  )
  const names = () => place.querySelector('p')?.textContent
  const alert = () => place.querySelector('[role=alert]')?.textContent ?? null
  await expect.poll(names).toBe('first')
  expect(alert()).toBeNull()
  place.querySelector('button')?.click()
  await expect.poll(alert).toMatch(/\S/)
  expect(names()).toBe('first')
  isBroken = false
  place.querySelector('button')?.click()
  await expect.poll(names).toBe('first,second')
  expect([alert(), place.querySelector('button')]).toEqual([null, null])
  root.unmount()
  place.remove()
})
