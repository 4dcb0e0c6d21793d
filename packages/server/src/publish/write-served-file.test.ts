import type { Unit } from '@dragoman/core'
import { expect, test } from 'vitest'
import { writeServedFile } from './write-served-file.ts'

const served = (format: string, language: string, forms: Unit['forms']) =>
  Buffer.from(
    writeServedFile({
      format,
      language,
      units: [{ name: 'files', path: ['files'], plural: 'cardinal', forms }],
      sourceLanguage: 'en',
      sourceUnits: [],
      syntax: 'i18next',
    }),
  ).toString()

// A PO file with the rule `nplurals=1; plural=0;` has one form in Turkish, where apps request two.
test('numbered plural forms are served by the names that apps request', () => {
  expect(JSON.parse(served('i18next-json', 'tr', { 0: '{{count}} dosya' }))).toEqual({
    files_one: '{{count}} dosya',
    files_other: '{{count}} dosya',
  })
  expect(JSON.parse(served('i18next-json', 'he', { 0: 'קובץ', 1: '{{count}} קבצים' }))).toEqual({
    files_one: 'קובץ',
    files_two: '{{count}} קבצים',
    files_other: '{{count}} קבצים',
  })
  expect(served('android-xml', 'tr', { 0: 'dosya' })).toContain('<item quantity="other">dosya</item>')
  expect(served('vue-i18n-json', 'tr', { 0: 'dosya' })).toContain('dosya')
})

test('the form for 0 is one that ICU selects', () => {
  const forms = { zero: 'No files', one: 'One file', other: '{{count}} files' }
  expect(JSON.parse(served('icu-json', 'en', forms))).toEqual({
    files: '{count, plural, =0 {No files} one {One file} other {# files}}',
  })
})

test("i18next's own numbered names stay as they are", () => {
  const file = writeServedFile({
    format: 'i18next-json',
    language: 'ar',
    units: [{ name: 'files', path: ['files'], plural: 'cardinal-v3', forms: { 0: 'a', 5: 'b' } }],
    sourceLanguage: 'en',
    sourceUnits: [],
    syntax: 'i18next',
  })
  expect(JSON.parse(Buffer.from(file).toString())).toEqual({ files_0: 'a', files_5: 'b' })
})
