import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { type EntryEdit, gettextPo, isWhole, type View } from '../src/index.ts'
import { CORPUS, corpusFiles } from './corpus/files.ts'

// Verifies with GNU gettext that files accepted by msgfmt -c are still accepted after our edits.
const hasMsgfmt = spawnSync('msgfmt', ['--version']).status === 0
const folder = mkdtempSync(join(tmpdir(), 'dragoman-po-'))
afterAll(() => rmSync(folder, { recursive: true }))

describe.skipIf(!hasMsgfmt)(
  hasMsgfmt ? 'msgfmt -c' : 'msgfmt -c (skipped: GNU gettext is not installed)',
  () => {
    const fixtures = new URL('./fixtures/gettext-po/', import.meta.url)
    const edited = readdirSync(fixtures).filter((name) => existsSync(new URL(`${name}/edits.json`, fixtures)))
    test.each(edited)('accepts the output of %s if it accepted the input', (name) => {
      const [input = '', output = ''] = readdirSync(new URL(`${name}/`, fixtures))
        .filter((part) => /^(?:in|out)put\./.test(part))
        .sort()
      const before = complaint(new Uint8Array(readFileSync(new URL(`${name}/${input}`, fixtures))))
      if (before === '')
        expect(complaint(new Uint8Array(readFileSync(new URL(`${name}/${output}`, fixtures))))).toBe('')
    })

    test.each(['de', 'pl', 'ar', 'ja', 'fr', 'sl', 'lv', 'ga', 'cy', 'sr-Latn', 'pt-BR', 'und'])(
      'accepts a new file in %s',
      (language) => {
        const edits: EntryEdit[] = [
          {
            kind: 'add',
            path: ['%d file'],
            text: '%d',
            after: [],
            source: '%d files',
            unit: { name: '%d file', path: ['%d file'], plural: 'cardinal', form: 'other' },
          },
          {
            kind: 'add',
            path: ['menu\u0004Open'],
            text: 'ż "\\" 日本\t',
            after: [],
            comment: 'Two\nlines',
            state: 'draft',
          },
        ]
        const isWithoutOther = language === 'pl'
        const created = gettextPo.create(null, isWithoutOther ? edits.slice(1) : edits, {
          language,
          side: 'target',
        })
        expect(complaint(created)).toBe('')
      },
    )

    const isAbsent = !existsSync(CORPUS)
    describe.skipIf(isAbsent)(
      isAbsent ? 'real files (skipped: the corpus is not beside this repository)' : 'real files',
      () => {
        test.each(corpusFiles('gettext-po').map((path) => [path.slice(CORPUS.length), path]))(
          '%s',
          (_, path) => {
            const bytes = new Uint8Array(readFileSync(path))
            if (complaint(bytes) !== '') return
            const target = gettextPo.languagesIn?.(bytes).targets[0] ?? 'und'
            const view: View = { language: target, side: 'target' }
            const document = gettextPo.read(bytes, view)
            const edits = [...document.entries.values()].flatMap((entry, i): EntryEdit[] => {
              const { name, text, unit } = entry
              const state = (['draft', 'translated', undefined] as const)[i % 3]
              if (i % 7 === 0)
                return [
                  { kind: 'set', name, text: text.replaceAll(' ', ' "\\" '), ...(state ? { state } : {}) },
                ]
              if (i % 7 === 1 && unit?.plural === 'none')
                return [
                  { kind: 'remove', name },
                  { kind: 'add', path: entry.path, text, after: [], unit },
                ]
              if (i % 7 === 2 && unit?.plural === 'none') return [{ kind: 'remove', name }]
              return []
            })
            edits.push({
              kind: 'add',
              path: ['a new message'],
              text: 'a new text',
              after: [...document.entries.keys()].slice(0, 20).reverse(),
            })
            const after = gettextPo.edit(document, edits)
            expect(isWhole(gettextPo.read(after, view))).toBe(true)
            expect(complaint(after)).toBe('')
          },
        )
      },
    )
  },
)

function complaint(bytes: Uint8Array): string {
  const file = join(folder, 'file.po')
  writeFileSync(file, bytes)
  const { status, stderr } = spawnSync('msgfmt', ['-c', '-o', join(folder, 'file.mo'), file], {
    encoding: 'utf8',
  })
  return status === 0 ? '' : stderr || 'failed'
}
