import { api } from '@dragoman/contract'
import { afterEach, expect, test } from 'vitest'
import { type GitProject, gitProject } from './git-project.ts'

/** Commits are signed off in the name of people who agreed to it, and of no one else. */

const FILES = {
  'locales/en.json': '{\n  "title": "Shop",\n  "pay": "Pay"\n}\n',
  'locales/de.json': '{\n  "title": "Laden",\n  "pay": "Zahlen"\n}\n',
}

let project: GitProject | null = null
afterEach(async () => {
  await project?.close()
  project = null
})

test('texts are signed off once their writer has agreed, until the writer withdraws it', async () => {
  project = await gitProject(FILES, { settings: { signOff: true } })
  const { repository, test: server } = project
  const bodyAfter = async (text: string) => {
    await project?.save('pay', 'de', text)
    await project?.send()
    return repository.log('main', '%B')[0]
  }
  expect((await server.call(api.account.get, {})).signsOffSince).toBeNull()
  expect(await bodyAfter('Bezahlen')).not.toContain('Signed-off-by')
  const agreed = await server.call(api.account.update, { body: { signsOff: true } })
  expect(agreed.signsOffSince).not.toBeNull()
  expect(await bodyAfter('Kaufen')).toMatch(/^Signed-off-by: Ann <1\+ann@users\.noreply\./m)
  // Other settings of the account leave it as it is.
  await server.call(api.account.update, { body: { language: 'de' } })
  expect((await server.call(api.account.get, {})).signsOffSince).toBe(agreed.signsOffSince)
  await server.call(api.account.update, { body: { signsOff: false } })
  expect(await bodyAfter('Zur Kasse')).not.toContain('Signed-off-by')
})
