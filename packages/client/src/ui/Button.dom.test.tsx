import { screen } from '@testing-library/dom'
import userEvent from '@testing-library/user-event'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Button } from './Button.tsx'

let root: Root
const place = document.createElement('div')
beforeEach(() => {
  document.body.replaceChildren(place)
  root = createRoot(place)
})
afterEach(() => root.unmount())

test('a pending button is marked as busy, keeps the focus, and has no further effect', async () => {
  const onPress = vi.fn()
  const onSubmit = vi.fn((event: { preventDefault: () => void }) => event.preventDefault())
  const show = (isPending: boolean) =>
    root.render(
      <form onSubmit={onSubmit}>
        <Button type="submit" isPending={isPending} onPress={onPress}>
          Save
        </Button>
      </form>,
    )
  const user = userEvent.setup()
  show(false)
  const button = await screen.findByRole('button', { name: 'Save' })
  await user.click(button)
  expect([onPress.mock.calls.length, onSubmit.mock.calls.length]).toEqual([1, 1])
  expect(document.activeElement).toBe(button)

  show(true)
  await expect.poll(() => button.getAttribute('aria-busy')).toBe('true')
  expect(button.getAttribute('aria-disabled')).toBe('true')
  await user.click(button)
  await user.keyboard('{Enter}')
  expect([onPress.mock.calls.length, onSubmit.mock.calls.length]).toEqual([1, 1])
  expect(screen.getByRole('button', { name: 'Save' })).toBe(button)
  expect(document.activeElement).toBe(button)

  show(false)
  await expect.poll(() => button.getAttribute('aria-busy')).toBeNull()
  await user.click(button)
  expect(onPress).toHaveBeenCalledTimes(2)
})
