import { createRoot } from 'react-dom/client'
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { announce } from '../src/lib/notices/announce.ts'
import { Dialog } from '../src/ui/Dialog.tsx'
import { speakEnglish } from './english.ts'

beforeAll(speakEnglish)

test('announcements reach screen readers while a dialog is open', async () => {
  announce('Saved')
  const place = document.createElement('div')
  document.body.append(place)
  const root = createRoot(place)
  onTestFinished(() => root.unmount())
  root.render(
    <Dialog title="Title" onClose={() => {}}>
      Text
    </Dialog>,
  )
  const isHidden = (element: Element | null) => element?.closest('[inert], [aria-hidden=true]') !== null
  await vi.waitFor(() => expect(isHidden(place)).toBe(true))
  announce('Not saved', 'assertive')
  const regions = [...document.querySelectorAll('[aria-live]')]
  await vi.waitFor(() => expect(regions.map(({ textContent }) => textContent)).toContain('Not saved'))
  expect(regions.map(({ id }) => id).sort()).toEqual(['announce-assertive', 'announce-polite'])
  expect(regions.filter(isHidden)).toEqual([])
})

const lines = (urgency: 'polite' | 'assertive') =>
  [...(document.getElementById(`announce-${urgency}`)?.childNodes ?? [])].map(
    ({ textContent }) => textContent,
  )

test('announcements at the same time are all read, each once', async () => {
  announce('Saving…')
  announce('This was the last string')
  announce('Saving…')
  announce('Choose a text first', 'assertive')
  await vi.waitFor(() => expect(lines('polite')).toEqual(['Saving…', 'This was the last string']))
  expect(lines('assertive')).toEqual(['Choose a text first'])
  announce('Saved')
  await vi.waitFor(() => expect(lines('polite')).toEqual(['Saved']))
})

test('the same sentence is read again', async () => {
  announce('Saved')
  await vi.waitFor(() => expect(lines('polite')).toEqual(['Saved']))
  announce('Saved')
  expect(lines('polite')).toEqual([])
  await vi.waitFor(() => expect(lines('polite')).toEqual(['Saved']))
})

test('a page that was hidden reads only the newest announcement', async () => {
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
  onTestFinished(() => hidden.mockRestore())
  announce('Offline')
  announce('Online')
  await vi.waitFor(() => expect(lines('polite')).toEqual(['Online']))
})
