import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { sourcesQuery } from '../lib/server/queries.ts'
import { ActorName } from './ActorName.tsx'
import { Avatar } from './Avatar.tsx'
import { OpenProjectContext } from './source-kinds.ts'

test('a visitor is marked in words and by another shape, even with the name of a member', () => {
  const member = { id: 'user:3', name: 'Mara Richter' }
  const visitor = { id: 'visitor:0', name: 'Mara Richter' }
  const container = document.createElement('div')
  container.innerHTML = renderToStaticMarkup(
    <>
      <Avatar {...member} />
      <ActorName actor={member} />
      <Avatar {...visitor} />
      <ActorName actor={visitor} />
    </>,
  )
  const [one, other] = container.querySelectorAll('[data-kind]')
  expect([one, other].map((avatar) => avatar?.getAttribute('data-kind'))).toEqual(['person', 'visitor'])
  expect(other?.getAttribute('style')).not.toContain('background')
  expect(container.textContent).toMatch(/^Mara RichterMara Richter \(.+\)$/)
})

test('folders and repositories have a sign and a word instead of initials', () => {
  const client = new QueryClient()
  const { queryKey } = sourcesQuery('shop')
  client.setQueryData([...queryKey], { sources: [{ id: 2, kind: 'git' }] })
  const container = document.createElement('div')
  const folder = { id: 'sync:1', name: 'photoview' }
  const repository = { id: 'sync:2', name: 'photoview.git' }
  container.innerHTML = renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <OpenProjectContext value="shop">
        <Avatar {...folder} />
        <ActorName actor={folder} />
        <Avatar {...repository} />
        <ActorName actor={repository} />
      </OpenProjectContext>
    </QueryClientProvider>,
  )
  const avatars = [...container.querySelectorAll('[data-kind]')]
  expect(avatars.map((avatar) => avatar.getAttribute('data-kind'))).toEqual(['folder', 'repository'])
  expect(avatars.map((avatar) => avatar.querySelectorAll('svg').length)).toEqual([1, 1])
  expect(container.querySelector('[data-initials]')).toBeNull()
  expect(container.textContent).toMatch(/folder.*repository/)
})
