import type { BranchReply } from '@dragoman/contract'
import { createRoot } from 'react-dom/client'
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { speakEnglish } from '../../../../test/english.ts'
import { inRouter } from '../../../../test/in-router.tsx'
import { BranchLine } from './BranchLine.tsx'

const DAY_MS = 24 * 60 * 60_000

beforeAll(speakEnglish)

const CLOSED: BranchReply = {
  ...{ slug: 'shop-pay', branch: 'feature/pay', into: 1, source: 2, state: 'closed', isRead: true },
  ...{ closeReason: 'person', endsAt: null, pullRequest: null, pullRequestUrl: null, openedBy: 'Mara' },
  ...{ openedAt: '2026-01-01T00:00:00.000Z', endedAt: '2026-01-02T00:00:00.000Z' },
  ...{ keys: 2, texts: 4, untranslated: 1, languages: [], unsent: 1, discussions: 0 },
}

/** Shows the line of a branch that the server returns. */
function show(branch: BranchReply): HTMLElement {
  vi.stubGlobal('fetch', async () => Response.json({ branches: [branch], untranslated: 0 }))
  const place = document.createElement('div')
  document.body.append(place)
  const root = createRoot(place)
  onTestFinished(() => {
    root.unmount()
    place.remove()
    vi.unstubAllGlobals()
  })
  const branchOf = { id: 1, slug: 'shop', name: 'Shop', branch: 'feature/pay' }
  root.render(inRouter(<BranchLine branchOf={branchOf} />, '/p/shop-pay/overview'))
  return place
}
const sentence = (place: HTMLElement) => place.querySelector('[role=status]')?.textContent?.trim()

test('a branch that was closed automatically announces when its unsent texts are deleted', async () => {
  const endsAt = new Date(Date.now() + 20 * DAY_MS).toISOString()
  const place = show({ ...CLOSED, closeReason: 'deleted', endsAt })
  await expect
    .poll(() => sentence(place))
    .toBe(
      'Branch feature/pay of Shop is closed. Unsent texts, comments and suggestions will be deleted in 3 weeks, unless someone moves them to the project in Files.',
    )
})

test('a branch that a person closed keeps its texts', async () => {
  const place = show(CLOSED)
  await expect
    .poll(() => sentence(place))
    .toBe(
      'Branch feature/pay of Shop is closed. Unsent texts, comments and suggestions are kept until someone decides about them in Files.',
    )
})
