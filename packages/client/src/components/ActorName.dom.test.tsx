import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { ActorName } from './ActorName.tsx'
import { Avatar } from './Avatar.tsx'

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
