import { createRoot } from 'react-dom/client'
import { expect, test } from 'vitest'
import { speakEnglish } from '../../../../test/english.ts'
import { InsertChips } from './InsertChips.tsx'

test('what can be inserted is a button with a plus, or with the digit that inserts it', async () => {
  await speakEnglish()
  const place = document.createElement('div')
  document.body.append(place)
  const root = createRoot(place)
  const show = (isWaiting: boolean) =>
    root.render(
      <InsertChips insertables={['{{name}}']} isWaiting={isWaiting} onInsert={() => {}} onStop={() => {}} />,
    )
  show(false)
  await expect.poll(() => place.querySelector('button svg')).not.toBeNull()
  show(true)
  await expect.poll(() => place.querySelector('button b')?.textContent).toBe('1')
  expect(place.querySelector('button svg')).toBeNull()
  root.unmount()
})
