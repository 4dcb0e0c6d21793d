import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openContext } from './browser.ts'
import { copyOfTexts } from './example-app.ts'
import {
  beginStory,
  listenForComplaints,
  makeProject,
  openString,
  type Story,
  typeText,
  until,
  untilSaved,
} from './story.ts'

/**
 * `examples/next`, if its packages are installed: `npm install` there, 370 MB, which `npm test` does not run.
 */

const folder = path.resolve(import.meta.dirname, '../examples/next')
const next = path.join(folder, 'node_modules/next/dist/bin/next')
const isInstalled = existsSync(next)

let story: Story
let app: ChildProcess | undefined
let origin = ''
const copy = copyOfTexts('next')
const complaints: string[] = []

beforeAll(async () => {
  if (!isInstalled) return
  story = await beginStory()
  await makeProject(story, {
    slug: 'next',
    name: 'Next',
    sourceLanguage: 'en',
    folder: copy.folder,
    deliverPublic: true,
  })
  const options = {
    cwd: folder,
    env: {
      ...process.env,
      NODE_ENV: 'production' as const,
      NEXT_TELEMETRY_DISABLED: '1',
      NEXT_PUBLIC_CHANNEL: `${story.product.origin}/d/next/live`,
    },
  }
  const built = spawnSync(process.execPath, [next, 'build'], { ...options, encoding: 'utf8' })
  if (built.status !== 0) throw new Error(built.stdout + built.stderr)
  app = spawn(process.execPath, [next, 'start', '--port', '0'], options)
  let printed = ''
  app.stdout?.on('data', (chunk) => {
    printed += chunk
  })
  origin = await until(() => /http:\/\/localhost:\d+/.exec(printed)?.[0] ?? false).then(String)
}, 300_000)
afterAll(async () => {
  app?.kill()
  await story?.end()
  copy.remove()
})

test.skipIf(!isInstalled)('a server-rendered page continues in the browser and follows changes', async () => {
  const html = await (await fetch(origin, { headers: { 'accept-language': 'de-DE,de;q=0.9' } })).text()
  expect(html).toContain('<html lang="de">')
  expect(html).toContain('Der Gartenladen')
  expect(html).toContain('Eine Sache im Korb')

  const context = await openContext(story.browser, { locale: 'de-DE' })
  listenForComplaints(context, complaints)
  const page = await context.newPage()
  const loaded: string[] = []
  page.on('request', (request) => void loaded.push(new URL(request.url()).pathname))
  await page.goto(origin)
  await page.getByRole('button', { name: 'Noch eine hineinlegen' }).click()
  await page.getByText('2 Sachen im Korb').waitFor()
  await until(() => loaded.includes('/d/next/live/events'))

  const editor = await story.visit('/')
  await openString(editor, { project: 'next', language: 'de', key: 'basket' })
  await typeText(editor, '{{count}} Dinge im Korb', 'other')
  await editor.keyboard.press('ControlOrMeta+s')
  await untilSaved(editor)
  await page.getByText('2 Dinge im Korb').waitFor()

  // The next server-rendered page has the new text.
  const again = await fetch(origin, { headers: { cookie: 'language=de' } })
  expect(await again.text()).toContain('Dinge im Korb')
  expect([...complaints, ...story.takeComplaints()]).toEqual([])
})
