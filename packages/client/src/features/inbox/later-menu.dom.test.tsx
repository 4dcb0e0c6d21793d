import { screen } from '@testing-library/dom'
import { userEvent } from '@testing-library/user-event'
import { createRoot } from 'react-dom/client'
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { speakEnglish } from '../../../test/english.ts'
import { LaterMenu } from './LaterMenu.tsx'

beforeAll(speakEnglish)

test.each([
  ['Sunday', new Date(2026, 4, 3, 12), 'Tomorrow', new Date(2026, 4, 4, 8)],
  ['Sunday', new Date(2026, 4, 3, 12), 'Monday', new Date(2026, 4, 4, 8)],
  ['Monday', new Date(2026, 4, 4, 12), 'Monday', new Date(2026, 4, 11, 8)],
  ['Monday', new Date(2026, 4, 4, 12), 'In a week', new Date(2026, 4, 11, 8)],
])('on a %s (%s), %s postpones to %s', async (_, now, row, until) => {
  vi.useFakeTimers({ toFake: ['Date'], now })
  const place = document.createElement('div')
  document.body.append(place)
  const root = createRoot(place)
  onTestFinished(() => {
    root.unmount()
    place.remove()
    vi.useRealTimers()
  })
  const onLater = vi.fn()
  root.render(<LaterMenu onLater={onLater} />)
  const user = userEvent.setup()
  await user.click(await screen.findByRole('button'))
  await user.click(await screen.findByRole('menuitem', { name: row }))
  expect(onLater).toHaveBeenCalledExactlyOnceWith(until.toISOString())
})
