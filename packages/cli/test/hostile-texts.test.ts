import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { checkFolder } from '../src/check/check-folder.ts'
import { commentText } from '../src/check/comment/comment-text.ts'
import { terminalLines } from '../src/one-line.ts'
import { run } from '../src/run.ts'

/**
 * Keys that someone might write into a file that others check: CI runners interpret every line of a job's
 * log.
 */
const KEYS = [
  'a\n::error::made up',
  'b\r::stop-commands::word',
  'c ##[set-output name=token;]made up',
  'd ##vso[task.setvariable variable=token]made up',
  'e \u001b[2J\u001b]0;title\u0007',
  'f \u009b2J',
  'g \u202egnp.exe',
]
const TEXT = 'Hello {{name\r\n::warning::made up}}'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dragoman-hostile-'))
  for (const language of ['en', 'de']) {
    await mkdir(join(folder, 'locales', language), { recursive: true })
    const texts = KEYS.map((key) => [key, language === 'en' ? TEXT : 'Hallo'])
    const file = JSON.stringify(Object.fromEntries(texts), null, 2)
    await writeFile(join(folder, 'locales', language, 'app.json'), file)
  }
  const calls = KEYS.map((key) => `t(${JSON.stringify(`${key} in code`)})`).join('\n')
  await writeFile(join(folder, 'app.ts'), `import { t } from 'i18next'\n${calls}\n`)
})
afterEach(() => rm(folder, { recursive: true, force: true }))

async function linesOf(...args: string[]): Promise<readonly string[]> {
  const out: string[] = []
  const print = (text: string) => void out.push(terminalLines(text))
  await run(args, { env: {}, print, complain: print })
  return out.join('\n').split('\n')
}

function expectNoCommands(lines: readonly string[]): void {
  for (const line of lines) {
    expect(line).not.toMatch(/^\s*::|##\w*\[/)
    expect(line).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e]/)
  }
}

test.each([
  ['check', 'app.json:'],
  ['scan', 'app.ts:'],
])('%s prints such keys without commands for runners or terminals', async (command, place) => {
  const lines = await linesOf(command, folder)
  const about = lines.filter((line) => line.includes(place))
  expect(about.length).toBeGreaterThanOrEqual(KEYS.length)
  expectNoCommands(lines)
})

describe('keys below one that is renamed', () => {
  const NAMES = ['a\n::error::made up', 'b ##vso[task.complete]made up', 'c \u001b[2J']
  beforeEach(async () => {
    const file = { parent: Object.fromEntries(NAMES.map((name) => [name, 'Text'])) }
    for (const language of ['en', 'de'])
      await writeFile(join(folder, 'locales', language, 'app.json'), JSON.stringify(file))
    const calls = NAMES.map((name) => `t(${JSON.stringify(`parent.${name}`)})`)
    await writeFile(join(folder, 'app.ts'), `import { t } from 'i18next'\n${calls.join('\n')}\n`)
  })

  test.each([[[]], [['--write']]])('are printed without commands: %j', async (more) => {
    const code = ['--code', folder]
    const lines = await linesOf('rename', 'parent.*', 'other.*', '--folder', folder, ...code, ...more)
    expect(lines.join('\n')).toContain(more.length > 0 ? 'Renamed 3 keys' : 'other.b #')
    expectNoCommands(lines)
  })

  test('are printed without commands when they are converted', async () => {
    const lines = await linesOf(
      'convert',
      join(folder, 'locales/en/app.json'),
      join(folder, '{lng}/strings.xml'),
      '--to-format',
      'android-xml',
    )
    expect(lines.join('\n')).toContain('⏎::error::made up')
    expectNoCommands(lines)
  })
})

test('output keeps its lines and valid JSON, and loses commands for terminals and runners', () => {
  expect(terminalLines('a\n\tb\r\u001b[2Jc')).toBe('a\n\tb\\u000d\\u001b[2Jc')
  expect(terminalLines('##vso[a]##[b] ## c')).toBe('#\\u0023vso[a]#\\u0023[b] ## c')
  const value = { text: 'a\u007f\u009b\u202e\u2028b##vso[c]' }
  expect(JSON.parse(terminalLines(JSON.stringify(value)))).toEqual(value)
})

test('a comment links a key with any brackets', async () => {
  const file = JSON.stringify({ 'a) www.example.org (b': TEXT })
  await writeFile(join(folder, 'locales/en/app.json'), file)
  await writeFile(join(folder, 'locales/de/app.json'), file.replace('name', 'nome'))
  const editor = { server: 'https://l10n.example.com', project: 'shop' }
  const result = await checkFolder(folder, { editors: (all) => all.map(() => editor) })
  const rows = commentText(result, { folder: '.', place: (path) => path }).split('\n')
  const links = rows.flatMap((row) => [...row.matchAll(/\]\(([^ ]*)/g)].map(([, target]) => target))
  expect(links.length).toBeGreaterThan(0)
  for (const target of links) expect(target).toMatch(/^https:[^()]*\)$/)
})
