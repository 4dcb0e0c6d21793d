import { screen } from '@testing-library/dom'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { speakEnglish } from '../../test/english.ts'
import { useEndedInvitations } from './use-ended-invitations.ts'

const place = document.createElement('div')
document.body.append(place)
let root: Root

beforeEach(async () => {
  await speakEnglish()
  root = createRoot(place)
})
afterEach(() => root.unmount())

function Notice({ said, count }: { readonly said: string; readonly count: number }) {
  return <p>{useEndedInvitations()(said, count)}</p>
}

test.each([
  ['Mia is suspended', 0, 'Mia is suspended'],
  ['Mia is suspended', 2, 'Mia is suspended. 2 open invitations no longer work.'],
  ['You left Shop.', 1, 'You left Shop. 1 open invitation no longer works.'],
])('the notice "%s" with %i ended invitations is "%s"', async (said, count, notice) => {
  root.render(<Notice said={said} count={count} />)
  expect((await screen.findByText(notice)).textContent).toBe(notice)
})
