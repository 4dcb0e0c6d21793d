import { createRoot } from 'react-dom/client'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { startShortcuts, useShortcuts } from '../lib/shortcuts/shortcuts.ts'
import { Select } from './Select.tsx'

const drawn = (options: readonly { id: string; name: string }[]) =>
  renderToStaticMarkup(<Select label="Format" options={options} value="json" onChange={() => undefined} />)

test('a choice without options is disabled, because it could not be opened', () => {
  expect(drawn([])).toMatch(/<button[^>]* disabled=""/)
  expect(drawn([{ id: 'json', name: 'JSON' }])).not.toMatch(/<button[^>]* disabled=""/)
})

const [run, onChange] = [vi.fn(), vi.fn()]

function Screen() {
  useShortcuts([{ id: 'next', keys: 'j', label: 'next', group: 'list', run }])
  const options = [
    { id: 'json', name: 'JSON' },
    { id: 'po', name: 'PO' },
  ]
  return <Select label="Format" options={options} value="po" onChange={onChange} />
}

test('a letter typed in a closed or open choice finds an option and is no shortcut of the screen', async () => {
  const stop = startShortcuts()
  const place = document.createElement('div')
  document.body.append(place)
  const root = createRoot(place)
  root.render(<Screen />)
  const button = () => place.querySelector('button')
  await expect.poll(button).not.toBeNull()
  const press = (target: Element | null | undefined) =>
    target?.dispatchEvent(new KeyboardEvent('keydown', { key: 'j', code: 'KeyJ', bubbles: true }))
  press(document.body)
  expect(run).toHaveBeenCalledOnce()
  press(button())
  expect(onChange).toHaveBeenCalledExactlyOnceWith('json')
  expect(run).toHaveBeenCalledOnce()
  button()?.click()
  const option = () => document.querySelector('[role=option]')
  await expect.poll(option).not.toBeNull()
  press(option())
  expect(run).toHaveBeenCalledOnce()
  root.unmount()
  place.remove()
  stop()
})
