import { screen, waitFor, within } from '@testing-library/dom'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { say } from '../../../e2e/interface-text.ts'
import { openScreen, selectOption } from './open-screen.tsx'
import { addTranslated, openRealServer, PROJECT, type RealServer } from './real-server.ts'

let server: RealServer
beforeAll(async () => {
  server = await openRealServer()
  await addTranslated('hello', 'Hello', 'Hallo')
})
afterAll(() => server.close())

/** Returns the filter that shows a value. */
async function filter(value: string): Promise<HTMLElement> {
  const filters = await screen.findByRole('region', { name: say('activity:filters') })
  return within(filters).findByRole('button', { name: new RegExp(value) })
}

test('the filters of Activity are in the URL, together with the open operation', async () => {
  const shown = await openScreen(`/p/${PROJECT}/activity?language=de&operation=1`)
  await filter('German')
  await selectOption(shown, say('activity:anyKind'), say('activity:kindName.save'))
  await waitFor(() => expect(shown.url()).toContain('kind=save'))
  expect(shown.url()).toMatch(/language=de.*operation=1|operation=1.*language=de/)
  await filter(say('activity:kindName.save'))
})

test('a filter of the URL that does not exist is ignored', async () => {
  await openScreen(`/p/${PROJECT}/activity?language=xx&kind=nonsense`)
  await filter(say('activity:anyKind'))
  await filter(say('activity:anyLanguage'))
  const asked = server.proxy.seen.filter(({ path }) => /nonsense|language=xx/.test(path))
  expect(asked).toEqual([])
})
