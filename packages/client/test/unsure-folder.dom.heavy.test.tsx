import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { screen } from '@testing-library/dom'
import { createRoot, type Root } from 'react-dom/client'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { say } from '../../../e2e/interface-text.ts'
import { NewProjectDialog } from '../src/features/projects/NewProjectDialog.tsx'
import { button, type } from './controls.ts'
import { speakEnglish } from './english.ts'
import { inRouter } from './in-router.tsx'
import { openRealServer, PROJECT, type RealServer } from './real-server.ts'

/** A folder whose files can be read in two ways: both are shown, the first is selected. */

const { poll } = expect

let server: RealServer
let root: Root
let folder: string
const place = document.createElement('div')
document.body.append(place)

beforeAll(async () => {
  server = await openRealServer()
  await speakEnglish()
})
afterAll(() => server.close())
beforeEach(async () => {
  root = createRoot(place)
  folder = await mkdtemp(join(tmpdir(), 'dragoman-unsure-'))
})
afterEach(async () => {
  root.unmount()
  await rm(folder, { recursive: true })
})

const labelled = (name: string) =>
  [...document.querySelectorAll('[role=radiogroup]')].find(({ textContent }) => textContent?.includes(name))
/** The options of a choice; the selected one has a star. */
const options = (name: string) =>
  [...(labelled(name)?.querySelectorAll('label') ?? [])].map(
    (label) => `${label.querySelector('input')?.checked === true ? '*' : ''}${label.textContent?.trim()}`,
  )

/** Opens the dialog for a new project and scans a folder with these files. */
async function scan(files: Readonly<Record<string, string>>): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), text)
  }
  root.render(inRouter(<NewProjectDialog onClose={() => {}} onMade={() => {}} onRepository={() => {}} />))
  await poll(() => button('Scan folder')).toBeDefined()
  type([...document.querySelectorAll<HTMLInputElement>('[role=dialog] input[type=text]')].at(2), folder)
  await poll(() => button('Scan folder')?.disabled).toBe(false)
  button('Scan folder')?.click()
}

test('two formats that are almost equally likely are shown, the first one selected', async () => {
  await scan({
    'lang/de.json': '{ "a": { "b": "Hallo {name}" } }',
    'lang/en.json': '{ "a": { "b": "Hello {name}" } }',
    'lang/readme.json': '{ "a": "b" }',
  })
  await poll(() => options('Two formats are almost equally likely.')).toEqual([
    '*vue-i18n JSON',
    'ICU JSON (FormatJS)',
  ])
  const summary = [...document.querySelectorAll('summary')].find(({ textContent }) =>
    textContent?.includes('1 other file is not used.'),
  )
  expect(summary?.parentElement?.textContent).toContain('lang/readme.json Its path contains no language.')
  labelled('Two formats')?.querySelectorAll('input')[1]?.click()
  await poll(() => options('Two formats are almost equally likely.')).toEqual([
    'vue-i18n JSON',
    '*ICU JSON (FormatJS)',
  ])
  expect(document.body.textContent).toContain('Save this choice in dragoman.json')
})

test('names that are taken are reported before the repository is connected', async () => {
  const onRepository = vi.fn()
  root.render(inRouter(<NewProjectDialog onClose={() => {}} onMade={() => {}} onRepository={onRepository} />))
  const next = () => screen.getByRole('button', { name: say('projects:connectNext') })
  const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name: new RegExp(name) })
  ;(await screen.findByRole('radio', { name: say('projects:fromRepository') })).click()
  type(
    await screen.findByRole('textbox', { name: say('projects:repository') }),
    'git@git.example.org:a/b.git',
  )
  type(field(say('projects:name')), 'SHOP')
  type(field(say('projects:address')), PROJECT)
  next().click()
  await screen.findByText(say('failures:already-exists_project'))
  await screen.findByText(say('failures:already-exists'))
  type(field(say('projects:name')), 'Garden')
  await poll(() => screen.queryByText(say('failures:already-exists_project'))).toBeNull()
  type(field(say('projects:address')), 'garden')
  await poll(() => screen.queryByText(say('failures:already-exists'))).toBeNull()
  expect(onRepository).not.toHaveBeenCalled()
  next().click()
  await poll(() => onRepository.mock.calls.length).toBe(1)
  expect(onRepository).toHaveBeenCalledWith(
    expect.objectContaining({ slug: 'garden', name: 'Garden' }),
    'git@git.example.org:a/b.git',
  )
})

test('the source language can be chosen if the files do not show it', async () => {
  const php = (text: string) => `<?php\nreturn ['save' => '${text}'];\n`
  await scan({ 'lang/de/app.php': php('Sichern'), 'lang/fr/app.php': php('Sauver') })
  const label = 'The files don’t show the source language.'
  await poll(() => options(label)).toEqual(['*German', 'English'])
  labelled(label)?.querySelectorAll('input')[1]?.click()
  await poll(() => options(label)).toEqual(['German', '*English'])
})

test('a folder that is certain shows no choice', async () => {
  await scan({
    'locales/de.json': '{ "a": "Hallo {{name}}" }',
    'locales/en.json': '{ "a": "Hello {{name}}" }',
  })
  await poll(() => document.body.textContent).toContain('locales/{lng}.json')
  expect(options('Two formats')).toEqual([])
})
