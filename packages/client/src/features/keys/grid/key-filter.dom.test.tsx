import { fireEvent } from '@testing-library/dom'
import { createRoot } from 'react-dom/client'
import { expect, onTestFinished, test, vi } from 'vitest'
import { KeyFilter } from './KeyFilter.tsx'

test('letters typed while the filter is applied stay, and are applied next', async () => {
  const place = document.createElement('div')
  document.body.append(place)
  const root = createRoot(place)
  onTestFinished(() => root.unmount())
  const onChange = vi.fn()
  const show = (value: string) => root.render(<KeyFilter value={value} onChange={onChange} />)
  const field = () => place.querySelector('input') ?? place
  const type = (value: string) => fireEvent.input(field(), { target: { value } })
  show('')
  await vi.waitFor(() => expect(place.querySelector('input')).not.toBeNull())
  type('ab')
  await vi.waitFor(() => expect(onChange).toHaveBeenLastCalledWith('ab'))
  type('abc')
  show('ab')
  await vi.waitFor(() => expect(onChange).toHaveBeenLastCalledWith('abc'))
  expect(field()).toHaveProperty('value', 'abc')
  show('abc')
  show('ns:cart')
  await vi.waitFor(() => expect(field()).toHaveProperty('value', 'ns:cart'))
  expect(onChange).toHaveBeenCalledTimes(2)
})
