import { fireEvent, screen } from '@testing-library/dom'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { speakEnglish } from '../../../../test/english.ts'
import { SearchLine } from './SearchLine.tsx'

beforeAll(speakEnglish)

test('a filter chosen while a search is typed is not replaced by what was typed', async () => {
  vi.useFakeTimers()
  const place = document.createElement('div')
  document.body.append(place)
  const root = createRoot(place)
  onTestFinished(() => {
    root.unmount()
    vi.useRealTimers()
  })
  const onQuery = vi.fn()
  const fixed = { namespaces: [], authors: () => [], onQuery, onLeave: () => {}, task: null }
  const show = (query: string) => flushSync(() => root.render(<SearchLine query={query} {...fixed} />))
  show('')
  flushSync(() => fireEvent.input(screen.getByRole('combobox'), { target: { value: 'pay' } }))
  show('state:draft')
  await vi.runAllTimersAsync()
  expect(onQuery).not.toHaveBeenCalled()
  expect(screen.getByRole('combobox')).toHaveProperty('value', '')
})
