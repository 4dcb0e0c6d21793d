import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { EmptyState } from './EmptyState.tsx'

test('an empty state is a heading, a sentence and an action', () => {
  const container = document.createElement('div')
  container.innerHTML = renderToStaticMarkup(
    <EmptyState title="No tokens yet" action={<button type="button">Create token</button>}>
      Programs sign in with a token.
    </EmptyState>,
  )
  expect(container.querySelector('h2')?.textContent).toBe('No tokens yet')
  expect(container.querySelector('h2 + div')?.textContent).toBe('Programs sign in with a token.')
  expect(container.querySelector('button')?.textContent).toBe('Create token')
})
