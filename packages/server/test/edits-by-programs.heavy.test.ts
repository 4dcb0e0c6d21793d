import { spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { api } from '@dragoman/contract'
import { expect, onTestFinished, test } from 'vitest'
import { folderProject } from './folder-project.ts'
import { generator } from './sync-walk.ts'
import { eventually } from './test-server.ts'

/** Another program that edits a file line by line, in place or by a rename: `node -e EDITOR path pause…`. */
const EDITOR = `
  const fs = require('node:fs')
  const [path, ...pauses] = process.argv.slice(1)
  let done = 0
  const edit = () => {
    const text = fs.readFileSync(path, 'utf8')
    const next = text.replace(new RegExp('"disk' + done + '": "[^"]*"'), '"disk' + done + '": "edited"')
    if (done % 2) fs.writeFileSync(path, next)
    else { fs.writeFileSync(path + '.editing', next); fs.renameSync(path + '.editing', path) }
    done += 1
    if (done < pauses.length) setTimeout(edit, Number(pauses[done]))
  }
  edit()
`

test('edits of another program during write-back are never lost', async () => {
  const EDITS = 40
  const below = generator(Number(process.env.DRAGOMAN_LAW_SEED ?? 1))
  const pauses = Array.from({ length: EDITS }, () => String(10 + below(60)))
  const entries = Array.from({ length: EDITS }, (_, index) => [
    [`disk${index}`, 'before'],
    [`here${index}`, 'before'],
  ]).flat()
  const text = `${JSON.stringify(Object.fromEntries(entries), null, 2)}\n`
  const opened = await folderProject({ 'en/common.json': text, 'de/common.json': text })
  onTestFinished(() => opened.test.close())
  const path = join(opened.locales, 'de/common.json')
  const editor = spawn(process.execPath, ['-e', EDITOR, path, ...pauses], {
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  const finished = new Promise<void>((resolve) => editor.once('exit', () => resolve()))
  for (let index = 0; index < EDITS; index++) {
    await opened.save(`here${index}`, 'de', `saved ${index}`)
    await new Promise((resolve) => setTimeout(resolve, 15 + below(40)))
  }
  await finished
  const found = await eventually(async () => {
    const file = new Map<string, unknown>(Object.entries(JSON.parse(await readFile(path, 'utf8'))))
    for (let index = 0; index < EDITS; index++) if (file.get(`disk${index}`) !== 'edited') return null
    const { rows } = await opened.test.call(api.translations.page, {
      params: opened.params,
      query: { language: 'de', limit: 500 },
    })
    return rows.every((row) => row.target.forms.other === file.get(row.key.name)) && file
  })
  expect(found.size).toBe(2 * EDITS)
})
