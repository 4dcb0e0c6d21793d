import { fireEvent } from '@testing-library/dom'
import { createRef } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, onTestFinished, test, vi } from 'vitest'
import { MessageBox, type MessageBoxHandle } from './MessageBox.tsx'

test('line breaks of Windows are pasted as line feeds', async () => {
  const onChange = vi.fn()
  const place = document.createElement('div')
  document.body.append(place)
  const root = createRoot(place)
  onTestFinished(() => root.unmount())
  const box = createRef<MessageBoxHandle>()
  const props = { string: 1, text: '', language: 'de', label: 'Text', describedBy: '', issues: [] }
  root.render(<MessageBox {...props} ref={box} onChange={onChange} onFocus={() => {}} />)
  await vi.waitFor(() => expect(place.querySelector('[contenteditable=true]')).not.toBeNull())
  const field = place.querySelector('[contenteditable=true]') ?? place
  fireEvent.paste(field, { clipboardData: { getData: () => 'a\r\nb\rc' } })
  expect(onChange).toHaveBeenLastCalledWith('a\nb\nc')
})
