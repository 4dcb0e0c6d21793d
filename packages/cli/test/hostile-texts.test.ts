import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
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
  await run(args, { env: {}, print: (text) => void out.push(text), complain: (text) => void out.push(text) })
  return out.join('\n').split('\n')
}

test.each([
  ['check', 'app.json:'],
  ['scan', 'app.ts:'],
])('%s prints such keys without commands for runners or terminals', async (command, place) => {
  const lines = await linesOf(command, folder)
  const about = lines.filter((line) => line.includes(place))
  expect(about.length).toBeGreaterThanOrEqual(KEYS.length)
  for (const line of lines) {
    expect(line).not.toMatch(/^\s*::|##\w*\[/)
    expect(line).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e]/)
  }
})

test('output keeps its lines and valid JSON, and loses terminal commands', () => {
  expect(terminalLines('a\n\tb\r\u001b[2Jc')).toBe('a\n\tb\\u000d\\u001b[2Jc')
  const value = { text: 'a\u007f\u009b\u202e\u2028b' }
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
