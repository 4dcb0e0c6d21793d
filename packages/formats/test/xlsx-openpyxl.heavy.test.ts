import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import type { EntryEdit } from '../src/index.ts'
import { xlsx } from '../src/xlsx/xlsx.ts'

// Tests that another program, openpyxl, reads workbooks that we wrote, and that we read one that it wrote.
const python = ['python3', '/usr/bin/python3'].find(
  (program) => spawnSync(program, ['-c', 'import openpyxl']).status === 0,
)
const isAbsent = python === undefined

const DUMP = `
import json, sys, openpyxl
book = openpyxl.load_workbook(sys.argv[1])
sheet = book.worksheets[0]
print(json.dumps([[cell.value for cell in row] for row in sheet.iter_rows()]))
`
const WRITE = `
import sys, openpyxl
book = openpyxl.Workbook()
for row in [['key', 'en', 'pl'], ['a', 'Apple', None], ['b', ' edge ', 'dwie\\nlinie'], ['n', 3, 4.5]]:
    book.active.append(row)
book.save(sys.argv[1])
`

describe.skipIf(isAbsent)(
  isAbsent ? 'openpyxl (skipped: python3-openpyxl is not installed)' : 'openpyxl',
  () => {
    const folder = mkdtempSync(join(tmpdir(), 'dragoman-xlsx-'))
    afterAll(() => rmSync(folder, { recursive: true, force: true }))

    test('reads a workbook that was recreated', () => {
      const edits: EntryEdit[] = [
        { kind: 'add', path: ['a'], text: 'one\ntwo & <three> ', after: [], comment: 'a comment' },
        { kind: 'add', path: ['b.c'], text: '=1+1 «żółć» 😀', after: ['a'] },
        { kind: 'add', path: ['empty'], text: '', after: ['b.c'] },
      ]
      expect(dump(xlsx.create(null, edits, { language: 'pl', side: 'target' }))).toEqual([
        ['key', 'pl', 'comment'],
        ['a', 'one\ntwo & <three> ', 'a comment'],
        ['b.c', '=1+1 «żółć» 😀', null],
        ['empty', '', null],
      ])
    })

    test('reads an edited workbook, with everything that was not edited', () => {
      const path = join(folder, 'written.xlsx')
      run(WRITE, path)
      const view = { language: 'pl', side: 'target' } as const
      const document = xlsx.read(readFileSync(path), view)
      expect([...document.entries.values()].map(({ name, text }) => [name, text])).toEqual([
        ['b', 'dwie\nlinie'],
      ])
      const edited = xlsx.edit(document, [
        { kind: 'add', path: ['a'], text: 'jabłko', after: [] },
        { kind: 'set', name: 'b', text: ' brzeg ' },
        { kind: 'add', path: ['c'], text: 'nowe', after: [] },
      ])
      expect(dump(edited)).toEqual([
        ['key', 'en', 'pl'],
        ['a', 'Apple', 'jabłko'],
        ['b', ' edge ', ' brzeg '],
        ['n', 3, 4.5],
        ['c', null, 'nowe'],
      ])
    })

    function dump(bytes: Uint8Array): unknown {
      const path = join(folder, 'ours.xlsx')
      writeFileSync(path, bytes)
      return JSON.parse(run(DUMP, path))
    }

    function run(script: string, path: string): string {
      const { status, stdout, stderr } = spawnSync(python ?? 'python3', ['-c', script, path], {
        encoding: 'utf8',
      })
      if (status !== 0) throw new Error(stderr)
      return stdout
    }
  },
)
